import { ComingSoon } from '../../layout/ComingSoon.tsx'

export default function ExamEdit() {
  return (
    <ComingSoon title="Edit a exam" back={{ to: '/admin/exams', label: 'Exams' }}>
      Here you will edit a exam: texts, rules, flags and attempts.
    </ComingSoon>
  )
}
