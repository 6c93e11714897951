import { LaterScreen } from '../../layout/LaterScreen.tsx'

export default function ExamEdit() {
  return (
    <LaterScreen title="Edit a exam" back={{ to: '/admin/exams', label: 'Exams' }}>
      Here you will edit a exam: texts, rules, flags and attempts.
    </LaterScreen>
  )
}
