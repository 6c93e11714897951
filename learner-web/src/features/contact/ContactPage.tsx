import type { ContactTopic } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Card } from '@flagyard/ui/Card'
import { Form, FormError, SelectField, SubmitButton, TextArea, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { siteHas } from '../../lib/site-offers.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { Page } from '../../shell/Page.tsx'
import styles from '../pages/Prose.module.css'

export default function ContactPage() {
  return (
    <Page title="Contact" intro="Your message goes to the team by e-mail.">
      <div className={styles.contact}>
        <ContactForm />
        <Card as="section" className={styles.card}>
          <h2 className={styles.title}>Before you write</h2>
          {siteHas('faqs') && (
            <p>
              The answer may already be among the <Link to={paths.faqs}>common questions</Link>.
            </p>
          )}
          <p>
            <strong>Something does not work?</strong> Tell us the course or lab, the time it happened, and what you saw.
          </p>
          <p>
            <strong>A lesson could be better?</strong> A wrong command, an unclear sentence, a flag that should have
            counted.
          </p>
          <p>
            <strong>Found a weakness in this site?</strong> Please write to us before you publish it.
          </p>
        </Card>
      </div>
    </Page>
  )
}

const topics: { value: ContactTopic; label: string }[] = [
  { value: 'problem', label: 'Something does not work' },
  { value: 'lesson', label: 'A lesson could be better' },
  { value: 'team', label: 'Seats for a team' },
  { value: 'security', label: 'A security hole in this site' },
  { value: 'other', label: 'Something else' },
]

/** Contact form. Typed input is preserved if it cannot be sent. */
function ContactForm() {
  const user = useSession()?.user
  const [sent, setSent] = useState<string>()
  const submission = useSubmit(async (values) => {
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
      <Form name="contact" submission={submission} keepDraft>
        <FormError>{submission.error}</FormError>
        <SelectField label="What is it about?" name="topic" options={topics} required />
        <TextField label="Your name" name="name" autoComplete="name" required defaultValue={user?.full_name} />
        <TextField
          label="Your e-mail address"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint="Our answer goes there."
          defaultValue={user?.email}
        />
        <TextArea label="Your message" name="message" rows={7} required maxLength={5000} />
        {/* Honeypot: invisible to people, but filled in by bots. */}
        <div hidden>
          <input name="website" type="text" dir="auto" tabIndex={-1} autoComplete="off" aria-hidden="true" />
        </div>
        <SubmitButton>Send the message</SubmitButton>
      </Form>
    </Card>
  )
}
