import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Link } from '@flagyard/ui/Link'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { siteHas } from '../../lib/site-offers.ts'
import * as t from '../../messages/en/auth.ts'
import { MailedLinkPage } from './MailedLinkPage.tsx'
import { useReturnTo } from './useReturnTo.ts'

export default function ActivateAccountPage() {
  const signedIn = useSession() !== null
  const { returnTo, withReturnTo } = useReturnTo()
  return (
    <MailedLinkPage
      title={t.activateYourAccount}
      buttonLabel={t.activateMyAccount}
      send={async (activateAccountPayload) => {
        await api.activateAccount({ activateAccountPayload })
        return {
          message: t.welcome({ siteName, freeLessons: String(siteHas('free-lesson')) }),
        }
      }}
      doneTitle={t.accountIsActive}
      doneActions={
        <>
          {!signedIn ? (
            <ButtonLink to={withReturnTo(paths.signin)} variant="primary">
              {t.signIn}
            </ButtonLink>
          ) : (
            <ButtonLink to={returnTo ?? paths.dashboard} variant="primary">
              {returnTo ? t.continueWhereYouWere : t.goToDashboard}
            </ButtonLink>
          )}
          {!returnTo && <ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>}
        </>
      }
      help={<Link to={paths.inactiveAccount}>{t.getNewEmail}</Link>}
    >
      <p>{t.oneClick}</p>
    </MailedLinkPage>
  )
}
