import { paths } from '@flagyard/api-types/links'
import { Form, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/auth.ts'
import { AuthCard } from './AuthCard.tsx'

export default function ForgotPasswordPage() {
  const [message, setMessage] = useState<string | null>(null)
  const submission = useSubmit(async (values) => {
    const { message } = await api.forgotPassword({
      forgotPasswordPayload: { email: String(values.get('email')).trim() },
    })
    setMessage(message)
  })
  const footer = <Link to={paths.signin}>{t.backToSignIn}</Link>
  if (message !== null)
    return (
      <AuthCard title={t.checkYourInbox} footer={footer}>
        <p role="status">{message}</p>
      </AuthCard>
    )
  return (
    <AuthCard title={t.forgotYourPassword} intro={t.forgotPasswordIntro} error={submission.error} footer={footer}>
      <Form name="forgot-password" submission={submission}>
        <TextField label={t.emailAddress} name="email" type="email" autoComplete="email" required />
        <SubmitButton>{t.sendLink}</SubmitButton>
      </Form>
    </AuthCard>
  )
}
