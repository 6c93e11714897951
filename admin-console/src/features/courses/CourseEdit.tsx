import { LaterScreen } from '../../layout/LaterScreen.tsx'

export default function CourseEdit() {
  return (
    <LaterScreen title="Edit a course" back={{ to: '/admin/courses', label: 'Courses' }}>
      Here you will edit a course: texts, sections and lessons, beta testers and course users.
    </LaterScreen>
  )
}
