import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { Link } from '@flagyard/ui/Link'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { AuthCard } from '../auth/AuthCard.tsx'

/** Requests a link to the data held about an address. The link is e-mailed to that address, so that only its owner gets it. */
export function AddressLinkForm({ title, children }: { title: string; children: ReactNode }) {
  const [message, setMessage] = useState<string>()
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const { message } = await api.askAddressLink({ addressPayload: { email: String(values.get('email')).trim() } })
    setMessage(message)
  })
  const footer = <Link to={paths.privacy}>About your privacy</Link>
  if (message !== undefined)
    return (
      <AuthCard title="Check your inbox" footer={footer}>
        <p role="status">{message}</p>
      </AuthCard>
    )
  return (
    <AuthCard title={title} intro={children} error={formError} footer={footer}>
      <Form name="address-data" onSubmit={submit}>
        <TextField
          label="Your e-mail address"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint="We send a link there, so that only you can see what it shows."
          error={fieldError('email')}
        />
        <Button type="submit" variant="primary" busy={isPending}>
          Send me the link
        </Button>
      </Form>
    </AuthCard>
  )
}
