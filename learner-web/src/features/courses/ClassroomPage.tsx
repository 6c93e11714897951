import { Page } from '../../shell/Page.tsx'

export default function ClassroomPage() {
  return (
    <Page
      title="Classroom"
      width="text"
      intro="This page will hold the lessons of your course: the video that goes on where you stopped, its lab and its flags."
    />
  )
}
