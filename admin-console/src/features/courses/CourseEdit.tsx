import { ComingSoon } from '../../layout/ComingSoon.tsx'

export default function CourseEdit() {
  return (
    <ComingSoon title="Edit a course" back={{ to: '/admin/courses', label: 'Courses' }}>
      Here you will edit a course: texts, sections and lessons, beta testers and course users.
    </ComingSoon>
  )
}
