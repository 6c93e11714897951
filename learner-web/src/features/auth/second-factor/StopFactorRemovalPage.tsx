import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { api } from '../../../lib/api.ts'
import { MailedLinkPage } from '../MailedLinkPage.tsx'

export default function StopFactorRemovalPage() {
  return (
    <MailedLinkPage
      title="Keep your second factor"
      buttonLabel="This was not me: stop it"
      send={(emailTokenPayload) => api.stopFactorRemoval({ emailTokenPayload })}
      doneTitle="Your second factor stays"
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
        Somebody asked our support to remove the second factor of your account. Stop it here, and nothing changes. Then
        choose a new password: whoever asked may know yours.
      </p>
    </MailedLinkPage>
  )
}
