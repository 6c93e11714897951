import type { Session } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useEffect, useRef } from 'react'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { AuthCard } from './AuthCard.tsx'
import { CodeField } from './CodeField.tsx'

interface Props {
  challenge: string
  onSignedIn: (session: Session) => void
  /** The code was right and the answer is another one; what it cannot handle it throws. */
  onRefused: (error: unknown) => void
  /** To the first step, and why. */
  onBack: (why?: string) => void
}

/** The second step of a sign-in: a code of the app, or a recovery code for whoever lost it. */
export function CodeStep({ challenge, onSignedIn, onRefused, onBack }: Props) {
  const { submit, busy, problem, fault } = useSubmit(async (values) => {
    const code = String(values.get('code'))
    try {
      onSignedIn(await api.finishSignin({ secondFactorPayload: { challenge, code } }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'challenge_expired') return onRefused(error)
      onBack(error.message)
    }
  })
  const within = useRef<HTMLDivElement>(null)
  // The form before is gone: whoever types or listens goes on in this one.
  useEffect(() => within.current?.querySelector('input')?.focus(), [])
  return (
    <AuthCard
      title="One more step"
      intro="Type the six digits that your authenticator app shows for Flagyard."
      problem={problem}
      foot={
        <p>
          Lost the app? Type a recovery code instead. Lost those too? <Link to={paths.contact}>Write to us</Link>.
        </p>
      }
    >
      <div ref={within}>
        <Form name="second-factor" onSubmit={submit}>
          <CodeField error={fault('code')} />
          <div className="row">
            <Button type="submit" look="primary" busy={busy}>
              Go on
            </Button>
            <Button look="quiet" disabled={busy} onClick={() => onBack()}>
              Start again
            </Button>
          </div>
        </Form>
      </div>
    </AuthCard>
  )
}
