import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { Link } from '@flagyard/ui/Link'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { AuthCard } from './AuthCard.tsx'

/** A click activates, never the mere opening: mail scanners open links too. */
export default function ActivateAccountPage() {
  const token = useFragmentParam('token')
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready')
  const [problem, setProblem] = useState<string>()
  const activate = async () => {
    setState('busy')
    setProblem(undefined)
    try {
      await api.activateAccount({ activateAccountPayload: { token } })
      // Whoever is already signed in here as this account is active from now on.
      if (session.get()) await session.refresh().catch(() => undefined)
      setState('done')
    } catch (error) {
      setProblem(errorMessage(error))
      setState('ready')
    }
  }
  if (state === 'done')
    return (
      <AuthCard title="Your account is active" intro="Welcome to Flagyard. Everything is open to you now.">
        <div className="row">
          <ButtonLink to={session.get() ? paths.dashboard : paths.signin} variant="primary">
            {session.get() ? 'Go to your dashboard' : 'Sign in'}
          </ButtonLink>
          <ButtonLink to={paths.courses}>Browse courses</ButtonLink>
        </div>
      </AuthCard>
    )
  if (!token)
    return (
      <AuthCard
        title="This link is not whole"
        intro="The activation token is missing. Open the link in the mail again, or copy all of it."
        footer={<Link to={paths.signin}>Sign in to get a new mail</Link>}
      />
    )
  return (
    <AuthCard
      title="Activate your account"
      error={problem}
      footer={problem && <Link to={paths.inactiveAccount}>Get a new mail</Link>}
    >
      <div className="stack">
        <p>One click, and your account is ready.</p>
        <Button variant="primary" busy={state === 'busy'} onClick={activate}>
          Activate my account
        </Button>
      </div>
    </AuthCard>
  )
}
