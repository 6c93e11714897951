import { RecordComingSoon } from '../../crud/ComingSoon.tsx'

export default function CourseEdit() {
  return (
    <RecordComingSoon recordLabel="course">
      Here you will edit this course: texts, sections and lessons, beta testers and course users.
    </RecordComingSoon>
  )
}
