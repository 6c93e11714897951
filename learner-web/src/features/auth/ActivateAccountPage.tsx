import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Link } from '@flagyard/ui/Link'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { MailedLinkPage } from './MailedLinkPage.tsx'

export default function ActivateAccountPage() {
  const signedIn = useSession() !== null
  return (
    <MailedLinkPage
      title="Activate your account"
      buttonLabel="Activate my account"
      send={async (activateAccountPayload) => {
        await api.activateAccount({ activateAccountPayload })
        return { message: 'Welcome to Flagyard. You can now use everything here.' }
      }}
      doneTitle="Your account is active"
      doneActions={
        <>
          <ButtonLink to={signedIn ? paths.dashboard : paths.signin} variant="primary">
            {signedIn ? 'Go to your dashboard' : 'Sign in'}
          </ButtonLink>
          <ButtonLink to={paths.courses}>Browse courses</ButtonLink>
        </>
      }
      help={<Link to={paths.inactiveAccount}>Get a new e-mail</Link>}
    >
      <p>One click, and your account is ready.</p>
    </MailedLinkPage>
  )
}
