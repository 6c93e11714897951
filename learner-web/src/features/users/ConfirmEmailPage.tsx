import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { api } from '../../lib/api.ts'
import { MailedLinkPage } from '../auth/MailedLinkPage.tsx'

export default function ConfirmEmailPage() {
  return (
    <MailedLinkPage
      title="Confirm your new address"
      buttonLabel="Confirm this address"
      send={(emailTokenPayload) => api.confirmEmail({ emailTokenPayload })}
      doneTitle="Your e-mail address was changed"
      doneActions={
        <ButtonLink to={paths.profileSection('email')} variant="primary">
          Go to your profile
        </ButtonLink>
      }
    >
      <p>One click, and we will write to you there from now on. We will let your old address know.</p>
    </MailedLinkPage>
  )
}
