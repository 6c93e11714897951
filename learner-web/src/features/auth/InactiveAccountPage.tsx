import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Navigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { session, useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/auth.ts'
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
      if (session.get()?.user.is_active === false) toasts.show({ type: 'info', content: t.notActivatedYet })
    })

  if (current?.user.is_active) return <Navigate to={returnTo ?? paths.dashboard} replace />
  if (!current)
    return (
      <AuthCard title={t.activateYourAccount} intro={t.signInToActivate}>
        <ButtonLink to={withReturnTo(paths.signin)} variant="primary">
          {t.signIn}
        </ButtonLink>
      </AuthCard>
    )
  return (
    <AuthCard title={t.oneStepLeft} intro={t.notActivated}>
      <div className="stack">
        <p>{t.activationSentTo({ email: current.user.email })}</p>
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={resend}>
            {t.sendAgain}
          </Button>
          <Button disabled={isPending} onClick={checkAgain}>
            {t.activated}
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={signOut}>
            {t.signOut}
          </Button>
        </div>
      </div>
    </AuthCard>
  )
}
