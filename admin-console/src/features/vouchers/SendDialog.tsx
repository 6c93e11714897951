import type { VoucherRow } from '@flagyard/api-types'
import { useRef } from 'react'
import { useNotify } from 'react-admin'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { Text } from '../../crud/inputs.tsx'
import type { RecordDialogProps } from '../../crud/RecordActions.tsx'

/** Sends a voucher by e-mail again, or to another recipient. */
export function SendDialog({ record: { id, version, recipient, used }, onClose }: RecordDialogProps<VoucherRow>) {
  const notify = useNotify()
  /** One key per dialog, so that a double click sends only one e-mail. */
  const key = useRef(crypto.randomUUID())
  return (
    <ActionDialog
      title="Send the voucher"
      onClose={onClose}
      call={(provider, { email }: { email: string }) =>
        provider.call(
          'sendVoucher',
          { voucher_id: id, voucherSending: { version, email: email.trim() } },
          { idempotencyKey: key.current },
        )
      }
      onSuccess={({ message }) => {
        key.current = crypto.randomUUID()
        notify(message, { type: 'success' })
      }}
      defaultValues={{ email: recipient ?? '' }}
      isReady={({ email }) => !!email?.trim()}
      submitLabel="Send it"
    >
      <p>
        {used > 0
          ? 'Some of its uses are taken, so it can only be sent to its recipient again.'
          : 'To its recipient it goes with the same code. To another address it gets a new code, and the old one opens nothing more.'}
      </p>
      <Text source="email" label="E-mail address" type="email" maxLength={254} />
    </ActionDialog>
  )
}
