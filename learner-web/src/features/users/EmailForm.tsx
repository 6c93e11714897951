import type { Me } from '@flagyard/api-types'
import { proofPayload } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form, FormError } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { showError, toasts } from '../../shell/toasts.ts'
import { ProofFields } from '../auth/second-factor/ProofFields.tsx'
import styles from './Profile.module.css'
import { useUpdateMe } from './useUpdateMe.ts'

/** Changes the e-mail address, with identity confirmation. The new address takes effect once it is confirmed. */
export function EmailForm({ me }: { me: Me }) {
  const update = useUpdateMe()
  const { data: factor } = useQuery(callQuery('getMySecondFactor'))
  const [formKey, setFormKey] = useState(0)
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const email = String(values.get('email') ?? '').trim()
    await update({ email, ...proofPayload(values) }, `We sent an e-mail to ${email}. Open the link in it.`)
    setFormKey(formKey + 1)
  })
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>E-mail address</h2>
      <p>
        We write to <strong className={styles.address}>{me.email}</strong>.
      </p>
      {me.pending_email && <PendingEmail email={me.pending_email} />}
      <Form name="email" key={formKey} onSubmit={submit}>
        <TextField
          label="New e-mail address"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint="We will send a link to this address. Nothing changes until you open it."
          error={fieldError('email')}
        />
        <ProofFields purpose="to change your e-mail address" factor={factor} fieldError={fieldError} />
        <FormError>{formError}</FormError>
        <div>
          <Button type="submit" busy={isPending}>
            Change the address
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function PendingEmail({ email }: { email: string }) {
  const cache = useQueryClient()
  const { run, isPending } = useAction({ onError: showError })
  const cancel = () =>
    run(async () => {
      cache.setQueryData(callQuery('getMe').queryKey, await api.cancelEmailChange())
      toasts.show({ type: 'success', content: 'Your address stays as it is.' })
    })
  return (
    <div className={styles.pending}>
      <p>
        <strong className={styles.address}>{email}</strong> is not confirmed yet: open the link in the e-mail that we
        sent there.
      </p>
      <Button size="small" busy={isPending} onClick={cancel}>
        Keep the current address
      </Button>
    </div>
  )
}
