import { Page } from '../../shell/Page.tsx'

export default function DashboardPage() {
  return (
    <Page
      title="Dashboard"
      width="text"
      intro="This page will hold your courses, labs and exams, and the next step in each."
    />
  )
}
