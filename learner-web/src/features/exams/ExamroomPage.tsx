import { Page } from '../../shell/Page.tsx'

export default function ExamroomPage() {
  return (
    <Page
      title="Exam room"
      width="text"
      intro="This page will hold your exam: its clock, its environment and its flags."
    />
  )
}
