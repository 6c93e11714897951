import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Link } from '@flagyard/ui/Link'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { siteHas } from '../../lib/site-offers.ts'
import { MailedLinkPage } from './MailedLinkPage.tsx'
import { useReturnTo } from './useReturnTo.ts'

export default function ActivateAccountPage() {
  const signedIn = useSession() !== null
  const { returnTo, withReturnTo } = useReturnTo()
  return (
    <MailedLinkPage
      title="Activate your account"
      buttonLabel="Activate my account"
      send={async (activateAccountPayload) => {
        await api.activateAccount({ activateAccountPayload })
        return {
          message: `Welcome to ${siteName}. ${siteHas('free-lesson') ? 'The free lessons are open to you. ' : ''}Courses and labs open when you buy them or use a voucher.`,
        }
      }}
      doneTitle="Your account is active"
      doneActions={
        <>
          {!signedIn ? (
            <ButtonLink to={withReturnTo(paths.signin)} variant="primary">
              Sign in
            </ButtonLink>
          ) : (
            <ButtonLink to={returnTo ?? paths.dashboard} variant="primary">
              {returnTo ? 'Continue where you were' : 'Go to your dashboard'}
            </ButtonLink>
          )}
          {!returnTo && <ButtonLink to={paths.courses}>Browse courses</ButtonLink>}
        </>
      }
      help={<Link to={paths.inactiveAccount}>Get a new e-mail</Link>}
    >
      <p>One click, and your account is ready.</p>
    </MailedLinkPage>
  )
}
