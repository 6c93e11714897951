import { LaterScreen } from '../../layout/LaterScreen.tsx'

export default function FeedbackAnalytics() {
  return (
    <LaterScreen title="Feedback analytics">
      Here you will read what learners said of each course: response rates, distributions, trends and every answer.
    </LaterScreen>
  )
}
