import type { Session } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { getPasskeyAssertion } from '@flagyard/auth/passkeys'
import { Button } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Form, SubmitButton } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { useSubmit } from '../../../lib/useSubmit.ts'
import * as t from '../../../messages/en/auth.ts'
import { AuthCard } from '../AuthCard.tsx'
import styles from '../auth.module.css'
import { CodeField } from './ProofFields.tsx'

export interface SecondFactorChallenge {
  challenge: string
  /** Kinds of second factor that the account has: `passkey`, `totp`. */
  methods: string[]
}

interface Props {
  secondFactor: SecondFactorChallenge
  onSignedIn: (session: Session) => void
  /** Called with server errors other than an expired challenge. Rethrows errors that it does not handle. */
  onRefused: (error: unknown) => void
  /** Returns to the password step, with an optional reason. */
  onBack: (reason?: string) => void
}

export function SecondFactorStep({ secondFactor: { challenge, methods }, onSignedIn, onRefused, onBack }: Props) {
  const verify = async (answer: { code: string } | { passkey: PasskeyAssertion }) =>
    onSignedIn(await api.finishSignin({ secondFactorPayload: { challenge, ...answer } }))
  const backIfExpired = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'challenge_expired') return onRefused(error)
    onBack(error.message)
  }
  const byCode = useSubmit((values) => verify({ code: String(values.get('code')) }).catch(backIfExpired))
  const byPasskey = useSubmit(async () => {
    try {
      const options = await api.startSigninPasskey({ signinChallengePayload: { challenge } })
      await verify({ passkey: await getPasskeyAssertion(options) })
    } catch (error) {
      backIfExpired(error)
    }
  })
  const isPending = byCode.isPending || byPasskey.isPending
  const container = useRef<HTMLDivElement>(null)
  // Moves the focus, because this step replaces a form that had it.
  useEffect(() => container.current?.querySelector<HTMLElement>('button, input')?.focus(), [])
  const hasPasskey = methods.includes('passkey')
  const hasApp = !hasPasskey || methods.includes('totp')
  const factor = !hasApp ? 'passkey' : hasPasskey ? 'either' : 'app'
  return (
    <AuthCard
      title={t.oneMoreStep}
      intro={t.stepIntro({ factor, siteName })}
      error={byCode.error ?? byPasskey.error ?? byPasskey.fieldError('passkey')}
      footer={
        <p>
          <span>{t.lostFactor({ factor, link: (children) => <Link to={paths.contact}>{children}</Link> })}</span>
        </p>
      }
    >
      <div ref={container} className={styles.steps}>
        {hasPasskey && (
          <Form name="second-factor-passkey" submission={byPasskey} className="stack">
            <SubmitButton disabled={isPending}>{t.usePasskey}</SubmitButton>
          </Form>
        )}
        <Form name="second-factor" submission={byCode}>
          <CodeField label={hasApp ? t.code : t.recoveryCode} />
          <div className="row">
            <SubmitButton variant={hasPasskey ? 'plain' : 'primary'} disabled={isPending}>
              {t.continueText}
            </SubmitButton>
            <Button variant="quiet" disabled={isPending} onClick={() => onBack()}>
              {t.startOver}
            </Button>
          </div>
        </Form>
      </div>
    </AuthCard>
  )
}

type PasskeyAssertion = Awaited<ReturnType<typeof getPasskeyAssertion>>
