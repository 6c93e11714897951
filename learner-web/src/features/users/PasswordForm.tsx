import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form } from '@flagyard/ui/Form'
import { FormError } from '@flagyard/ui/FormError'
import { TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './Profile.module.css'
import { useUpdateMe } from './useUpdateMe.ts'

export function PasswordForm({ username }: { username: string }) {
  const update = useUpdateMe()
  const [formKey, setFormKey] = useState(0)
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    await update(
      {
        current_password: String(values.get('current_password') ?? ''),
        new_password: String(values.get('new_password') ?? ''),
      },
      'Your password was changed.',
    )
    setFormKey(formKey + 1)
  })
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Password</h2>
      <Form name="password" key={formKey} onSubmit={submit}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <TextField
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          error={fieldError('current_password')}
        />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters. A few unusual words make a good one."
          error={fieldError('new_password')}
        />
        <FormError>{formError}</FormError>
        <div>
          <Button type="submit" busy={isPending}>
            Change the password
          </Button>
        </div>
      </Form>
    </Card>
  )
}
