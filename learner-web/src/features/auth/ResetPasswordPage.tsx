import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Form, PasswordField, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/auth.ts'
import { AuthCard, IncompleteLink } from './AuthCard.tsx'

const help = <Link to={paths.forgotPassword}>{t.getNewLink}</Link>

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
      <AuthCard title={t.passwordSet} intro={t.passwordSetIntro}>
        <ButtonLink to={paths.signin} variant="primary">
          {t.signIn}
        </ButtonLink>
      </AuthCard>
    )
  if (!token) return <IncompleteLink help={help} />
  return (
    <AuthCard title={t.setNewPassword} error={submission.error} footer={submission.error && help}>
      <Form name="reset-password" submission={submission}>
        <PasswordField
          label={t.newPassword}
          name="password"
          autoComplete="new-password"
          required
          hint={t.passwordHint}
        />
        <TextField
          label={t.repeatPassword}
          name="again"
          type="password"
          autoComplete="new-password"
          required
          error={mismatch ? t.passwordMismatch : undefined}
        />
        <SubmitButton>{t.setPassword}</SubmitButton>
      </Form>
    </AuthCard>
  )
}
