import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'
import { Page } from '../../shell/Page.tsx'

export default function FeedbackPage() {
  return (
    <Page title="Feedback" width="text">
      <Empty
        title="Feedback is not open yet"
        icon="mail"
        action={<ButtonLink to={paths.dashboard}>Go to your dashboard</ButtonLink>}
      >
        This page will hold the questions about a course you have taken.
      </Empty>
    </Page>
  )
}
