import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { useSession } from '../../lib/session.ts'
import { useSignOut } from '../../shell/Header.tsx'
import { AuthCard } from './AuthCard.tsx'
import { useReturnTo } from './useReturnTo.ts'

export default function UnauthorizedPage() {
  const session = useSession()
  const signOut = useSignOut()
  const { returnTo, withReturnTo } = useReturnTo()
  return (
    <AuthCard
      title="You cannot open this page"
      intro={
        session
          ? `You are signed in as ${session.user.username}, and this account has no access to it.`
          : 'You are not signed in. Sign in with an account that has access to it.'
      }
    >
      <div className="stack">
        {returnTo && (
          <p className="small">
            You asked for <span className="mono">{returnTo}</span>
          </p>
        )}
        <div className="row">
          {session ? (
            <>
              <ButtonLink to={paths.dashboard} variant="primary">
                Go to your dashboard
              </ButtonLink>
              <Button onClick={signOut}>Sign out to use another account</Button>
            </>
          ) : (
            <>
              <ButtonLink to={withReturnTo(paths.signin)} variant="primary">
                Sign in
              </ButtonLink>
              <ButtonLink to={paths.home}>Go to the home page</ButtonLink>
            </>
          )}
        </div>
      </div>
    </AuthCard>
  )
}
