import { paths } from '@flagyard/api-types/links'
import { Form, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { AuthCard } from './AuthCard.tsx'

export default function ForgotPasswordPage() {
  const [message, setMessage] = useState<string | null>(null)
  const submission = useSubmit(async (values) => {
    const { message } = await api.forgotPassword({
      forgotPasswordPayload: { email: String(values.get('email')).trim() },
    })
    setMessage(message)
  })
  const footer = <Link to={paths.signin}>Back to sign in</Link>
  if (message !== null)
    return (
      <AuthCard title="Check your inbox" footer={footer}>
        <p role="status">{message}</p>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Forgot your password?"
      intro="Enter your e-mail address, and we will send you a link to set a new one."
      error={submission.error}
      footer={footer}
    >
      <Form name="forgot-password" submission={submission}>
        <TextField label="E-mail address" name="email" type="email" autoComplete="email" required />
        <SubmitButton>Send me the link</SubmitButton>
      </Form>
    </AuthCard>
  )
}
