import type { ContactTopic } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form } from '@flagyard/ui/Form'
import { FormError } from '@flagyard/ui/FormError'
import { SelectField, TextArea, TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'

const topics: { value: ContactTopic; label: string }[] = [
  { value: 'problem', label: 'Something does not work' },
  { value: 'lesson', label: 'A lesson could be better' },
  { value: 'team', label: 'Seats for a team' },
  { value: 'security', label: 'A security hole in Flagyard' },
  { value: 'other', label: 'Something else' },
]

/** Contact form. Typed input is preserved if it cannot be sent. */
export function ContactForm() {
  const user = useSession()?.user
  const [sent, setSent] = useState<string>()
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const textOf = (name: string) => String(values.get(name) ?? '')
    const topic = topics.find(({ value }) => value === values.get('topic'))?.value ?? 'other'
    const { message } = await api.sendContactMessage({
      contactPayload: {
        name: textOf('name'),
        email: textOf('email').trim(),
        topic,
        message: textOf('message'),
        website: textOf('website'),
      },
    })
    setSent(message)
  })
  if (sent !== undefined)
    return (
      <Card as="section" className="stack">
        <h2>Your message is on its way</h2>
        <p role="status">{sent}</p>
      </Card>
    )
  return (
    <Card as="section">
      <Form name="contact" onSubmit={submit} keepDraft>
        <FormError>{formError}</FormError>
        <SelectField label="What is it about?" name="topic" options={topics} required error={fieldError('topic')} />
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          defaultValue={user?.full_name}
          error={fieldError('name')}
        />
        <TextField
          label="Your e-mail address"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint="Our answer goes there."
          defaultValue={user?.email}
          error={fieldError('email')}
        />
        <TextArea
          label="Your message"
          name="message"
          rows={7}
          required
          maxLength={5000}
          error={fieldError('message')}
        />
        {/* Honeypot: invisible to people, but filled in by bots. */}
        <div hidden>
          <input name="website" type="text" dir="auto" tabIndex={-1} autoComplete="off" aria-hidden="true" />
        </div>
        <Button type="submit" variant="primary" busy={isPending}>
          Send the message
        </Button>
      </Form>
    </Card>
  )
}
