import { LaterScreen } from '../../layout/LaterScreen.tsx'

export default function FeedbackFormEdit() {
  return (
    <LaterScreen title="Edit a form" back={{ to: '/admin/feedback_forms', label: 'Feedback forms' }}>
      Here you will edit a form: questions and their order.
    </LaterScreen>
  )
}
