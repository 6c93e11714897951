import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { api } from '../../lib/api.ts'
import { MailedLinkPage } from '../auth/MailedLinkPage.tsx'

export default function UndoDeletionPage() {
  return (
    <MailedLinkPage
      title="Keep your account"
      buttonLabel="Keep my account"
      send={(undoDeletionPayload) => api.undoDeletion({ undoDeletionPayload })}
      doneTitle="Your account stays"
      doneActions={
        <ButtonLink to={paths.signin} variant="primary">
          Sign in
        </ButtonLink>
      }
    >
      <p>Your account is due to be erased. Keep it, and everything in it stays as it was; then sign in again.</p>
    </MailedLinkPage>
  )
}
