import { RecordComingSoon } from '../../crud/ComingSoon.tsx'

export default function FeedbackFormEdit() {
  return (
    <RecordComingSoon recordLabel="form">Here you will edit this form: questions and their order.</RecordComingSoon>
  )
}
