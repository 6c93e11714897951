import { ButtonLink } from '@flagyard/ui/Button'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { MailedLinkPage } from '../auth/MailedLinkPage.tsx'

/** The page behind the link that was mailed to the new address. */
export default function ConfirmEmailPage() {
  return (
    <MailedLinkPage
      title="Confirm your new address"
      buttonLabel="Confirm this address"
      send={(emailTokenPayload) => api.confirmEmail({ emailTokenPayload })}
      doneTitle="Your address is changed"
      doneActions={
        <ButtonLink to={paths.profile} variant="primary">
          Go to your profile
        </ButtonLink>
      }
    >
      <p>One click, and we write to you there from now on. The address before is told.</p>
    </MailedLinkPage>
  )
}
