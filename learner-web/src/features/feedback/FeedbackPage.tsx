import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'
import { Page } from '../../shell/Page.tsx'

export default function FeedbackPage() {
  return (
    <Page title="Feedback" width="text">
      <Empty
        title="Course feedback opens soon"
        icon="mail"
        action={
          <div className="row">
            <ButtonLink to={paths.contact} variant="primary">
              Write to us
            </ButtonLink>
            <ButtonLink to={paths.dashboard}>Go to your dashboard</ButtonLink>
          </div>
        }
      >
        There is no form for this course yet. Until there is, we are glad to read an e-mail.
      </Empty>
    </Page>
  )
}
