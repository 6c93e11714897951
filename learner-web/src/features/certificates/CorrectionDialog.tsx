import type { Certificate } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './certificates.module.css'

interface Props {
  certificate: Certificate | null
  onClose: () => void
}

export default function CorrectionDialog({ certificate, onClose }: Props) {
  return (
    <Dialog open={certificate !== null} title="Something is wrong with my certificate" onClose={onClose}>
      {certificate && <CorrectionForm key={certificate.id} certificate={certificate} onClose={onClose} />}
    </Dialog>
  )
}

function CorrectionForm({
  certificate: { id, name, title },
  onClose,
}: {
  certificate: Certificate
  onClose: () => void
}) {
  const idempotencyKey = useRef(crypto.randomUUID())
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const certificateCorrectionPayload = {
      name: String(values.get('name')).trim(),
      reason: String(values.get('reason')).trim(),
    }
    try {
      await api.requestCertificateCorrection(
        { id, certificateCorrectionPayload },
        { idempotencyKey: idempotencyKey.current },
      )
    } catch (error) {
      idempotencyKey.current = crypto.randomUUID()
      throw error
    }
    toasts.show({ type: 'success', content: 'We have your request, and answer by e-mail.' })
    void queryClient.invalidateQueries({ queryKey: [callQuery('listMyCorrections').queryKey[0]] })
    onClose()
  })
  return (
    <Form name="correct-certificate" onSubmit={submit} className={styles.form}>
      <p>
        Your certificate for <b>{title}</b> says “<bdi>{name}</bdi>”. Tell us what it should say: a person looks at it.
        Until then it stays valid as it is.
      </p>
      <FormProblem>{formError}</FormProblem>
      <TextField
        label="What should it say?"
        name="name"
        required
        defaultValue={name ?? ''}
        autoComplete="name"
        maxLength={120}
        hint="Your name as it should be printed."
        error={fieldError('name')}
      />
      <TextField
        label="Why?"
        name="reason"
        required
        maxLength={500}
        hint="In a few words: misspelt, a new name, another mistake."
        error={fieldError('reason')}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        Ask for it
      </Button>
    </Form>
  )
}
