import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Form, PasswordField, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { AuthCard, IncompleteLink } from './AuthCard.tsx'

const help = <Link to={paths.forgotPassword}>Get a new link</Link>

export default function ResetPasswordPage() {
  const token = useFragmentParam('token')
  const [done, setDone] = useState(false)
  const [mismatch, setMismatch] = useState(false)
  const submission = useSubmit(async (values) => {
    const password = String(values.get('password'))
    const same = password === values.get('again')
    setMismatch(!same)
    if (!same) return
    await api.resetPassword({ resetPasswordPayload: { token, password } })
    // The server has ended all sessions of the account, including this one.
    session.set(null)
    setDone(true)
  })
  if (done)
    return (
      <AuthCard
        title="Your new password is set"
        intro="You have been signed out everywhere. Sign in with your new password."
      >
        <ButtonLink to={paths.signin} variant="primary">
          Sign in
        </ButtonLink>
      </AuthCard>
    )
  if (!token) return <IncompleteLink help={help} />
  return (
    <AuthCard title="Set a new password" error={submission.error} footer={submission.error && help}>
      <Form name="reset-password" submission={submission}>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters. A few unusual words make a good one."
        />
        <TextField
          label="Repeat the password"
          name="again"
          type="password"
          autoComplete="new-password"
          required
          error={mismatch ? 'The passwords do not match. Type the same one twice.' : undefined}
        />
        <SubmitButton>Set the password</SubmitButton>
      </Form>
    </AuthCard>
  )
}
