import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/auth.ts'
import { useSignOut } from '../../shell/Header.tsx'
import { AuthCard } from './AuthCard.tsx'
import { useReturnTo } from './useReturnTo.ts'

export default function UnauthorizedPage() {
  const session = useSession()
  const signOut = useSignOut()
  const { returnTo, withReturnTo } = useReturnTo()
  return (
    <AuthCard title={t.unauthorized} intro={session ? t.noAccess({ username: session.user.username }) : t.notSignedIn}>
      <div className="stack">
        {returnTo && (
          <p className="small">
            {t.requestedPage({ returnTo, span: (children) => <span className="mono">{children}</span> })}
          </p>
        )}
        <div className="row">
          {session ? (
            <>
              <ButtonLink to={paths.dashboard} variant="primary">
                {t.goToDashboard}
              </ButtonLink>
              <Button onClick={signOut}>{t.switchAccount}</Button>
            </>
          ) : (
            <>
              <ButtonLink to={withReturnTo(paths.signin)} variant="primary">
                {t.signIn}
              </ButtonLink>
              <ButtonLink to={paths.home}>{t.goHome}</ButtonLink>
            </>
          )}
        </div>
      </div>
    </AuthCard>
  )
}
