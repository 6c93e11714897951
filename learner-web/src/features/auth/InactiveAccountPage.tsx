import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Navigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { session, useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { useSignOut } from '../../shell/Header.tsx'
import { SessionGate } from '../../shell/SessionGate.tsx'
import { showError, showSuccess, toasts } from '../../shell/toasts.ts'
import { AuthCard } from './AuthCard.tsx'
import { useReturnTo } from './useReturnTo.ts'

export default function InactiveAccountPage() {
  return (
    <SessionGate>
      <Inactive />
    </SessionGate>
  )
}

function Inactive() {
  const current = useSession()
  const { returnTo, withReturnTo } = useReturnTo()
  const signOut = useSignOut()
  const { run, isPending } = useAction({ onError: showError })
  const resend = () =>
    run(async () => {
      const { message } = await api.resendActivation()
      showSuccess(message)
    })
  const checkAgain = () =>
    run(async () => {
      await session.refresh()
      if (session.get()?.user.is_active === false)
        toasts.show({ type: 'info', content: 'Not activated yet. Open the link in the e-mail first.' })
    })

  if (current?.user.is_active) return <Navigate to={returnTo ?? paths.dashboard} replace />
  if (!current)
    return (
      <AuthCard title="Activate your account" intro="Sign in first, and we can send you the activation e-mail again.">
        <ButtonLink to={withReturnTo(paths.signin)} variant="primary">
          Sign in
        </ButtonLink>
      </AuthCard>
    )
  return (
    <AuthCard title="One step left" intro="Your account is not activated yet.">
      <div className="stack">
        <p>
          We sent an e-mail to <strong>{current.user.email}</strong>. Open the link in it to activate your account.
        </p>
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={resend}>
            Send the e-mail again
          </Button>
          <Button disabled={isPending} onClick={checkAgain}>
            I have activated it
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={signOut}>
            Sign out
          </Button>
        </div>
      </div>
    </AuthCard>
  )
}
