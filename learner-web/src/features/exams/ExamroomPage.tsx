import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'
import { Page } from '../../shell/Page.tsx'

export default function ExamroomPage() {
  return (
    <Page title="Exam room" width="text">
      <Empty
        title="The exam room is not open yet"
        icon="clock"
        action={<ButtonLink to={paths.dashboard}>Go to your dashboard</ButtonLink>}
      >
        This page will hold your exam: its clock, its environment and its flags.
      </Empty>
    </Page>
  )
}
