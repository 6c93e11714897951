import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { Link } from '@flagyard/ui/Link'
import { useEffect, useRef } from 'react'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { session, useSession } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { AuthCard } from './AuthCard.tsx'
import { usePassage } from './usePassage.ts'

export default function SigninPage() {
  const { requested, carry, goOn, goInactive } = usePassage()
  useGoOnWhenSignedIn(goOn, goInactive)
  const { submit, busy, problem, fault } = useSubmit(async (values) => {
    // The silent refresh first: its cookie must not overtake the one of this sign-in.
    await session.start()
    session.set(
      await api.signin({ username: String(values.get('username')), password: String(values.get('password')) }),
    )
  })
  return (
    <AuthCard
      title="Sign in"
      intro={requested ? 'Sign in, and we take you on to where you were going.' : undefined}
      problem={problem}
      foot={
        <>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
          <p>
            New here? <Link to={carry(paths.signup)}>Make an account</Link>
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
          error={fault('username')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={fault('password')}
        />
        <Button type="submit" look="primary" busy={busy}>
          Sign in
        </Button>
      </Form>
    </AuthCard>
  )
}

/** Whoever is signed in, by this form, an earlier visit or another tab, has nothing to do here. */
function useGoOnWhenSignedIn(goOn: () => void, goInactive: () => void) {
  const current = useSession()
  const went = useRef(false)
  useEffect(() => {
    if (!current || went.current) return
    went.current = true
    if (current.user.is_active) goOn()
    else goInactive()
  })
}
