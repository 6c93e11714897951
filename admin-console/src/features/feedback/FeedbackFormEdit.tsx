import { ComingSoon } from '../../layout/ComingSoon.tsx'

export default function FeedbackFormEdit() {
  return (
    <ComingSoon title="Edit a form" back={{ to: '/admin/feedback_forms', label: 'Feedback forms' }}>
      Here you will edit a form: questions and their order.
    </ComingSoon>
  )
}
