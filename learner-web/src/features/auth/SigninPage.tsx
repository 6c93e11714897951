import type { Session } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { getPasskeyAssertion } from '@flagyard/auth/passkeys'
import { Button } from '@flagyard/ui/Button'
import { Form, PasswordField, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { session } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/auth.ts'
import { showSuccess } from '../../shell/toasts.ts'
import { AuthCard } from './AuthCard.tsx'
import styles from './auth.module.css'
import { type SecondFactorChallenge, SecondFactorStep } from './second-factor/SecondFactorStep.tsx'
import { useRedirectWhenSignedIn, useReturnTo } from './useReturnTo.ts'

export default function SigninPage() {
  useRedirectWhenSignedIn()
  const [challenge, setChallenge] = useState<SecondFactorChallenge>()
  const [notice, setNotice] = useState<string>()
  const [pendingDeletion, setPendingDeletion] = useState<PendingDeletion>()
  const showPendingDeletion = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'deletion_pending') throw error
    setPendingDeletion({ token: String(error.extra.token), due_at: String(error.extra.due_at) })
  }
  if (pendingDeletion)
    return (
      <PendingDeletionStep
        deletion={pendingDeletion}
        onBack={() => {
          setPendingDeletion(undefined)
          setChallenge(undefined)
        }}
      />
    )
  if (challenge)
    return (
      <SecondFactorStep
        secondFactor={challenge}
        onSignedIn={session.set}
        onRefused={showPendingDeletion}
        onBack={(reason) => {
          setNotice(reason)
          setChallenge(undefined)
        }}
      />
    )
  return (
    <PasswordStep
      notice={notice}
      onSignedIn={session.set}
      onRefused={(error) => {
        setNotice(undefined)
        if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return showPendingDeletion(error)
        setChallenge({ challenge: String(error.extra.challenge), methods: [error.extra.methods].flat().map(String) })
      }}
    />
  )
}

interface PendingDeletion {
  token: string
  due_at: string
}

/** Offers to cancel the deletion, after a sign-in has proved the ownership of the account. */
function PendingDeletionStep({ deletion, onBack }: { deletion: PendingDeletion; onBack: () => void }) {
  const { run, isPending, error } = useAction()
  const container = useRef<HTMLDivElement>(null)
  // Moves the focus, because this step replaces a form that had it.
  useEffect(() => container.current?.querySelector('button')?.focus(), [])
  const cancelDeletion = () =>
    run(async () => {
      const { message } = await api.undoDeletion({ undoDeletionPayload: { token: deletion.token } })
      showSuccess(message)
      onBack()
    })
  return (
    <AuthCard title={t.accountClosed} error={error}>
      <div className="stack" ref={container}>
        <p>{t.accountClosedIntro({ dueAt: formatDateTime(deletion.due_at) })}</p>
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={cancelDeletion}>
            {t.keepAccountButton}
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={onBack}>
            {t.leaveClosed}
          </Button>
        </div>
      </div>
    </AuthCard>
  )
}

interface Props {
  /** Reason for returning here from the second step. */
  notice: string | undefined
  onSignedIn: (session: Session) => void
  /** Called with the server's error. Rethrows errors that this form should show. */
  onRefused: (error: unknown) => void
}

function PasswordStep({ notice, onSignedIn, onRefused }: Props) {
  const { returnTo, withReturnTo } = useReturnTo()
  const submission = useSubmit(async (values) => {
    // Waits for the silent refresh, whose cookie would otherwise replace the one of this sign-in.
    await session.start()
    try {
      onSignedIn(
        await api.signin({ username: String(values.get('username')), password: String(values.get('password')) }),
      )
    } catch (error) {
      onRefused(error)
    }
  })
  const byPasskey = useSubmit(async () => {
    await session.start()
    try {
      const passkey = await getPasskeyAssertion(await api.startPasskeySignin())
      onSignedIn(await api.finishPasskeySignin({ passkeyAnswerPayload: { passkey } }))
    } catch (error) {
      onRefused(error)
    }
  })
  return (
    <AuthCard
      title={t.signIn}
      intro={introFor(returnTo)}
      error={submission.error ?? byPasskey.error ?? byPasskey.fieldError('passkey') ?? notice}
      footer={
        <>
          <Link to={paths.forgotPassword}>{t.forgotYourPassword}</Link>
          <p>{t.newHere({ link: (children) => <Link to={withReturnTo(paths.signup)}>{children}</Link> })}</p>
        </>
      }
    >
      <Form name="signin" submission={submission}>
        <TextField
          label={t.usernameOrEmail}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField label={t.password} name="password" autoComplete="current-password" required />
        <SubmitButton disabled={byPasskey.isPending}>{t.signIn}</SubmitButton>
      </Form>
      {'PublicKeyCredential' in window && (
        <Form name="signin-passkey" submission={byPasskey} className={styles.instead}>
          <SubmitButton disabled={submission.isPending} variant="plain">
            {t.passkeyInstead}
          </SubmitButton>
        </Form>
      )}
    </AuthCard>
  )
}

/** Explains where the sign-in leads. Voucher recipients may not have an account yet. */
function introFor(returnTo: string | null): string | undefined {
  if (returnTo?.startsWith(paths.activateVoucher)) return t.signInForVoucher
  return returnTo ? t.signInToContinue : undefined
}
