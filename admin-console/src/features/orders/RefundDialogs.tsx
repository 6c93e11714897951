import type { OrderRefund } from '@flagyard/api-types'
import { required, TextInput } from 'react-admin'
import type { RecordDialogProps } from '../../crud/actions.tsx'
import { ActionDialog } from '../../crud/Dialog.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { formatMoney } from '../../lib/format.ts'

/** A refund with the ID and version of its order. */
export type RefundOfOrder = OrderRefund & { order_id: string; version: number }

/** Confirms a refund that was sent by bank transfer. */
export const ConfirmRefundDialog = ({ record: { id, order_id, version, amount }, onClose }: Props) => (
  <ActionDialog
    title={`${formatMoney(amount)} sent by hand`}
    onClose={onClose}
    call={(provider, { reference }: { reference: string }) =>
      provider.call('confirmRefund', {
        id: order_id,
        refund_id: id,
        refundConfirmation: { version, reference },
      })
    }
    successMessage="The refund is done"
    defaultValues={{ reference: '' }}
    isReady={({ reference }) => !!reference?.trim()}
    submitLabel="It was sent"
  >
    <TextInput
      source="reference"
      label="Reference"
      helperText="As it stands on the bank’s statement."
      validate={required()}
      fullWidth
    />
  </ActionDialog>
)

/** Sends a refund to the payment provider again. */
export const RetryRefundDialog = ({ record: { id, order_id, version, amount, note }, onClose }: Props) => (
  <ActionDialog
    title={`Ask again for ${formatMoney(amount)}`}
    onClose={onClose}
    call={(provider, { reason }: { reason: string }) =>
      provider.call('retryRefund', { id: order_id, refund_id: id, refundRetry: { version, reason } })
    }
    successMessage="The provider is asked again"
    defaultValues={{ reason: '' }}
    isReady={({ reason }) => !!reason?.trim()}
    submitLabel="Ask again"
  >
    {note && <p>The provider said: {note}</p>}
    <ReasonInput />
  </ActionDialog>
)

type Props = RecordDialogProps<RefundOfOrder>
