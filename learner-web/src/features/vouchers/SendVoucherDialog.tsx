import type { Voucher } from '@flagyard/api-types'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { showSuccess } from '../../shell/toasts.ts'

/** E-mails a voucher to a recipient, or again to the current one. */
export function SendVoucherDialog({ voucher, onClose }: { voucher: Voucher | null; onClose: () => void }) {
  return (
    <Dialog open={voucher !== null} title="Send this voucher" onClose={onClose}>
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
      <p>
        We will e-mail the code for <b>{voucher.title}</b>. Until it is used, you can send it to someone else.
      </p>
      <FormProblem>{submission.error}</FormProblem>
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={voucher.recipient ?? ''}
        hint="Leave empty to send it to yourself."
      />
      <SubmitButton>Send the voucher</SubmitButton>
    </Form>
  )
}
