import type { Me } from '@flagyard/api-types'
import { proofPayload } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/users.ts'
import { SectionCard } from '../../shell/sections.tsx'
import { showError, showSuccess } from '../../shell/toasts.ts'
import { ProofFields } from '../auth/second-factor/ProofFields.tsx'
import styles from './Profile.module.css'
import { useUpdateMe } from './useUpdateMe.ts'

/** Changes the e-mail address, with identity confirmation. The new address takes effect once it is confirmed. */
export function EmailForm({ me }: { me: Me }) {
  const update = useUpdateMe()
  const { data: factor } = useQuery(callQuery('getMySecondFactor'))
  const [formKey, setFormKey] = useState(0)
  const submission = useSubmit(async (values) => {
    const email = String(values.get('email') ?? '').trim()
    await update({ email, ...proofPayload(values) }, t.emailSentTo({ email }))
    setFormKey(formKey + 1)
  })
  return (
    <SectionCard title={t.emailAddress}>
      <p>{t.currentEmail({ email: <strong className={styles.address}>{me.email}</strong> })}</p>
      {me.pending_email && <PendingEmail email={me.pending_email} />}
      <Form name="email" key={formKey} submission={submission} className="stack">
        <TextField label={t.newEmail} name="email" type="email" autoComplete="email" required hint={t.newEmailHint} />
        <ProofFields purpose="changeEmail" factor={factor} />
        <FormError>{submission.error}</FormError>
        <SubmitButton variant="plain">{t.changeEmail}</SubmitButton>
      </Form>
    </SectionCard>
  )
}

function PendingEmail({ email }: { email: string }) {
  const { run, isPending } = useAction({ onError: showError })
  const cancel = () =>
    run(async () => {
      queryClient.setQueryData(callQuery('getMe').queryKey, await api.cancelEmailChange())
      showSuccess(t.emailNotChanged)
    })
  return (
    <div className={styles.pending}>
      <p>{t.pendingEmail({ email: <strong className={styles.address}>{email}</strong> })}</p>
      <Button size="small" busy={isPending} onClick={cancel}>
        {t.keepEmail}
      </Button>
    </div>
  )
}
