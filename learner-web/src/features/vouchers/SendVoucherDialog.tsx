import type { Voucher } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './vouchers.module.css'

/** E-mails a voucher to a recipient, or again to the current one. */
export function SendVoucherDialog({ voucher, onClose }: { voucher: Voucher | null; onClose: () => void }) {
  return (
    <Dialog open={voucher !== null} title="Send this voucher" onClose={onClose}>
      {voucher && <SendVoucherForm key={voucher.id} voucher={voucher} onClose={onClose} />}
    </Dialog>
  )
}

function SendVoucherForm({ voucher, onClose }: { voucher: Voucher; onClose: () => void }) {
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const email = String(values.get('email')).trim()
    const payload = { voucher_id: voucher.id, ...(email ? { email } : {}) }
    const { message } = await api.resendVoucher({ reSendVoucherPayload: payload })
    toasts.show({ type: 'success', content: message })
    void queryClient.invalidateQueries({ queryKey: [callQuery('listMyVouchers').queryKey[0]] })
    onClose()
  })
  return (
    <Form name="give-voucher" onSubmit={submit} className={styles.answer}>
      <p>
        We will e-mail the code for <b>{voucher.title}</b>. Until it is used you can still send it to somebody else.
      </p>
      <FormProblem>{formError}</FormProblem>
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={voucher.recipient ?? ''}
        hint="Leave it empty to send it to yourself."
        error={fieldError('email')}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        Send the voucher
      </Button>
    </Form>
  )
}
