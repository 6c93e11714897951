import { ComingSoon } from '../../crud/ComingSoon.tsx'

export default function FeedbackAnalytics() {
  return (
    <ComingSoon title="Feedback analytics">
      Here you will read what learners said of each course: response rates, distributions, trends and every answer.
    </ComingSoon>
  )
}
