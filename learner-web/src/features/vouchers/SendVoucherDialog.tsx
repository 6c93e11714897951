import type { Voucher } from '@flagyard/api-types'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/vouchers.ts'
import { showSuccess } from '../../shell/toasts.ts'

/** E-mails a voucher to a recipient, or again to the current one. */
export function SendVoucherDialog({ voucher, onClose }: { voucher: Voucher | null; onClose: () => void }) {
  return (
    <Dialog open={voucher !== null} title={t.sendTitle} onClose={onClose}>
      {voucher && <SendVoucherForm key={voucher.id} voucher={voucher} onClose={onClose} />}
    </Dialog>
  )
}

function SendVoucherForm({ voucher, onClose }: { voucher: Voucher; onClose: () => void }) {
  const submission = useSubmit(async (values) => {
    const email = String(values.get('email')).trim()
    const payload = { voucher_id: voucher.id, ...(email ? { email } : {}) }
    const { message } = await api.resendVoucher({ reSendVoucherPayload: payload })
    showSuccess(message)
    void queryClient.invalidateQueries({ queryKey: [callQuery('listMyVouchers').queryKey[0]] })
    onClose()
  })
  return (
    <Form name="give-voucher" submission={submission} className="stack">
      <p>{t.sendIntro({ title: voucher.title })}</p>
      <FormProblem>{submission.error}</FormProblem>
      <TextField
        label={t.emailAddress}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={voucher.recipient ?? ''}
        hint={t.emailHint}
      />
      <SubmitButton>{t.submitSend}</SubmitButton>
    </Form>
  )
}
