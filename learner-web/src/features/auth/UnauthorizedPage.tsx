import { Button, ButtonLink } from '@flagyard/ui/Button'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useSignOut } from '../../shell/useSignOut.ts'
import { AuthCard } from './AuthCard.tsx'
import { usePassage } from './usePassage.ts'

export default function UnauthorizedPage() {
  const session = useSession()
  const signOut = useSignOut()
  const { requested } = usePassage()
  return (
    <AuthCard
      title="This is not open to you"
      intro={
        session
          ? `You are signed in as ${session.user.username}, and that account may not open this page.`
          : 'Your account may not open this page.'
      }
    >
      <div className="stack">
        {requested && (
          <p className="small">
            You asked for <span className="mono">{requested}</span>
          </p>
        )}
        <div className="row">
          <ButtonLink to={session ? paths.dashboard : paths.home} look="primary">
            {session ? 'Go to your dashboard' : 'Go to the home page'}
          </ButtonLink>
          {session && <Button onClick={signOut}>Sign out, to use another account</Button>}
        </div>
      </div>
    </AuthCard>
  )
}
