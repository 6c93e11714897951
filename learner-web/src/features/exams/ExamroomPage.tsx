import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'
import { Page } from '../../shell/Page.tsx'

export default function ExamroomPage() {
  return (
    <Page title="Exam room" width="text">
      <Empty
        title="Booking opens soon"
        icon="clock"
        action={
          <div className="row">
            <ButtonLink to={paths.dashboard} variant="primary">
              Go to your dashboard
            </ButtonLink>
            <ButtonLink to={paths.contact}>Ask us about exams</ButtonLink>
          </div>
        }
      >
        Exams cannot be booked yet. Once they can, you will pick your hour and take yours here.
      </Empty>
    </Page>
  )
}
