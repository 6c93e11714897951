import type { Certificate } from '@flagyard/api-types'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { showSuccess } from '../../shell/toasts.ts'

interface Props {
  certificate: Certificate | null
  onClose: () => void
}

export default function CorrectionDialog({ certificate, onClose }: Props) {
  return (
    <Dialog open={certificate !== null} title="Request a correction" onClose={onClose}>
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
  const submission = useSubmit(async (values) => {
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
    showSuccess('We received your request and will reply by e-mail.')
    void queryClient.invalidateQueries({ queryKey: [callQuery('listMyCorrections').queryKey[0]] })
    onClose()
  })
  return (
    <Form name="correct-certificate" submission={submission}>
      <p>
        Your certificate for <b>{title}</b> says “<bdi>{name}</bdi>”. Tell us what it should say, and we will review it.
        Until then it stays valid.
      </p>
      <FormProblem>{submission.error}</FormProblem>
      <TextField
        label="Correct name"
        name="name"
        required
        defaultValue={name ?? ''}
        autoComplete="name"
        maxLength={120}
        hint="Your name as it should be printed."
      />
      <TextField
        label="Reason"
        name="reason"
        required
        maxLength={500}
        hint="In a few words: misspelt, a new name, another mistake."
      />
      <SubmitButton>Send the request</SubmitButton>
    </Form>
  )
}
