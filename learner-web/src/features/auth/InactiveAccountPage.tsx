import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { SessionGate } from '../../app/SessionGate.tsx'
import { api } from '../../lib/api.ts'
import { session, useSession } from '../../lib/session.ts'
import { toasts } from '../../shell/toasts.ts'
import { useSignOut } from '../../shell/useSignOut.ts'
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
  const { returnTo } = useReturnTo()
  const signOut = useSignOut()
  const [isPending, setPending] = useState(false)
  const withPending = (task: () => Promise<void>) => async () => {
    setPending(true)
    try {
      await task()
    } catch (error) {
      toasts.show({ type: 'failure', content: errorMessage(error) })
    } finally {
      setPending(false)
    }
  }
  const resend = withPending(async () => {
    const { message } = await api.resendActivation()
    toasts.show({ type: 'success', content: message })
  })
  const checkAgain = withPending(async () => {
    await session.refresh()
    if (session.get()?.user.is_active === false)
      toasts.show({ type: 'info', content: 'Not activated yet. Open the link in the mail first.' })
  })

  if (current?.user.is_active) return <Navigate to={returnTo ?? paths.dashboard} replace />
  if (!current)
    return (
      <AuthCard title="Activate your account" intro="Sign in first; then we can send you the activation mail again.">
        <ButtonLink to={paths.signin} variant="primary">
          Sign in
        </ButtonLink>
      </AuthCard>
    )
  return (
    <AuthCard title="One step left" intro="Your account is not activated yet.">
      <div className="stack">
        <p>
          We wrote to <strong>{current.user.email}</strong>. Open the link in that mail, and everything here opens to
          you.
        </p>
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={resend}>
            Send the mail again
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
