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
import * as t from '../../messages/en/contact.ts'
import { Page } from '../../shell/Page.tsx'
import styles from '../pages/Prose.module.css'

export default function ContactPage() {
  return (
    <Page title={t.contact} intro={t.intro}>
      <div className={styles.contact}>
        <ContactForm />
        <Card as="section" className={styles.card}>
          <h2 className={styles.title}>{t.beforeYouWrite}</h2>
          {siteHas('faqs') && (
            <p>{t.commonQuestions({ link: (children) => <Link to={paths.faqs}>{children}</Link> })}</p>
          )}
          <p>{t.aboutProblem({})}</p>
          <p>{t.aboutLesson({})}</p>
          <p>{t.aboutSecurity({})}</p>
        </Card>
      </div>
    </Page>
  )
}

const topicTexts: Record<ContactTopic, string> = t.topics
const topics = Object.entries(topicTexts).map(([value, label]) => ({ value: value as ContactTopic, label }))

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
        <h2>{t.messageSent}</h2>
        <p role="status">{sent}</p>
      </Card>
    )
  return (
    <Card as="section">
      <Form name="contact" submission={submission} keepDraft>
        <FormError>{submission.error}</FormError>
        <SelectField label={t.topic} name="topic" options={topics} required />
        <TextField label={t.yourName} name="name" autoComplete="name" required defaultValue={user?.full_name} />
        <TextField
          label={t.emailAddress}
          name="email"
          type="email"
          autoComplete="email"
          required
          hint={t.emailHint}
          defaultValue={user?.email}
        />
        <TextArea label={t.yourMessage} name="message" rows={7} required maxLength={5000} />
        {/* Honeypot: invisible to people, but filled in by bots. */}
        <div hidden>
          <input name="website" type="text" dir="auto" tabIndex={-1} autoComplete="off" aria-hidden="true" />
        </div>
        <SubmitButton>{t.sendMessage}</SubmitButton>
      </Form>
    </Card>
  )
}
