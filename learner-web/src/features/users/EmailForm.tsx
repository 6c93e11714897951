import type { Me } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './Profile.module.css'
import { useUpdateMe } from './useUpdateMe.ts'

/** Another e-mail address: it needs the password, and is confirmed at the new address. */
export function EmailForm({ me }: { me: Me }) {
  const update = useUpdateMe()
  // A form that was sent is a fresh one: nothing of a password stays in it.
  const [round, setRound] = useState(0)
  const { submit, busy, problem, fault } = useSubmit(async (values) => {
    const email = String(values.get('email') ?? '').trim()
    await update(
      { email, current_password: String(values.get('current_password') ?? '') },
      `We wrote to ${email}. Open the link in that mail, and it becomes your address.`,
    )
    setRound(round + 1)
  })
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>E-mail address</h2>
      <p className="small">
        Now <strong>{me.email}</strong>.
      </p>
      <Form name="email" key={round} onSubmit={submit}>
        <TextField label="New address" name="email" type="email" autoComplete="email" required error={fault('email')} />
        <TextField
          label="Your password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          error={fault('current_password')}
        />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <div>
          <Button type="submit" busy={busy}>
            Change the address
          </Button>
        </div>
      </Form>
    </Card>
  )
}
