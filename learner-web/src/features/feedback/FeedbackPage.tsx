import { Page } from '../../shell/Page.tsx'

export default function FeedbackPage() {
  return <Page title="Feedback" width="text" intro="This page will hold the questions about a course you have taken." />
}
