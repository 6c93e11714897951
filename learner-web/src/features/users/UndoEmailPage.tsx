import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { api } from '../../lib/api.ts'
import { MailedLinkPage } from '../auth/MailedLinkPage.tsx'

/** Page of the link e-mailed to the old address, for owners who did not request the change. */
export default function UndoEmailPage() {
  return (
    <MailedLinkPage
      title="Undo the change of address"
      buttonLabel="Undo the change"
      send={(emailTokenPayload) => api.undoEmail({ emailTokenPayload })}
      doneTitle="Your address is back"
      doneActions={
        <>
          <ButtonLink to={paths.forgotPassword} variant="primary">
            Choose a new password
          </ButtonLink>
          <ButtonLink to={paths.signin}>Sign in</ButtonLink>
        </>
      }
    >
      <p>
        Your account gets its old address back, and every device is signed out. Then choose a new password: whoever
        changed the address knew the old one.
      </p>
    </MailedLinkPage>
  )
}
