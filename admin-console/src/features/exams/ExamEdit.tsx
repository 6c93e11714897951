import { RecordComingSoon } from '../../crud/ComingSoon.tsx'

export default function ExamEdit() {
  return (
    <RecordComingSoon recordLabel="exam">
      Here you will edit this exam: texts, rules, flags and attempts.
    </RecordComingSoon>
  )
}
