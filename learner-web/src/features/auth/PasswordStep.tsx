import type { Session } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { getPasskeyAssertion } from '@flagyard/auth/passkeys'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { Link } from '@flagyard/ui/Link'
import { PasswordField } from '@flagyard/ui/PasswordField'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './AuthCard.module.css'
import { AuthCard } from './AuthCard.tsx'
import { useReturnTo } from './useReturnTo.ts'

interface Props {
  /** Reason for returning here from the second step. */
  notice: string | undefined
  onSignedIn: (session: Session) => void
  /** Called with the server's error. Rethrows errors that this form should show. */
  onRefused: (error: unknown) => void
}

/** First step of the sign-in: username or e-mail address, and password. */
export function PasswordStep({ notice, onSignedIn, onRefused }: Props) {
  const { returnTo, withReturnTo } = useReturnTo()
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
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
      title="Sign in"
      intro={introFor(returnTo)}
      error={formError ?? byPasskey.formError ?? byPasskey.fieldError('passkey') ?? notice}
      footer={
        <>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
          <p>
            New here? <Link to={withReturnTo(paths.signup)}>Create an account</Link>
          </p>
        </>
      }
    >
      <Form name="signin" onSubmit={submit}>
        <TextField
          label="Username or e-mail address"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={fieldError('username')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={fieldError('password')}
        />
        <Button type="submit" variant="primary" busy={isPending} disabled={byPasskey.isPending}>
          Sign in
        </Button>
      </Form>
      {'PublicKeyCredential' in window && (
        <Form name="signin-passkey" onSubmit={byPasskey.submit} className={styles.instead}>
          <Button type="submit" busy={byPasskey.isPending} disabled={isPending}>
            Use a passkey instead
          </Button>
        </Form>
      )}
    </AuthCard>
  )
}

/** Explains where the sign-in leads. Voucher recipients may not have an account yet. */
function introFor(returnTo: string | null): string | undefined {
  if (returnTo?.startsWith(paths.activateVoucher))
    return 'Sign in to use your voucher. New here? Create an account first, and your code will be waiting.'
  return returnTo ? 'Sign in, and we will take you where you were going.' : undefined
}
