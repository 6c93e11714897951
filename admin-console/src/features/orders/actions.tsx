import type { AdminOrder, OrderRefund } from '@flagyard/api-types'
import { required, TextInput } from 'react-admin'
import { actionsOn, hasReason } from '../../crud/actions/action-table.tsx'
import { formatMoney } from '../../lib/format.ts'
import { RefundDialog } from './RefundDialog.tsx'

export const orderActions = [
  actionsOn<AdminOrder>()({
    name: 'refund',
    operation: 'refundOrder',
    label: 'Refund…',
    color: 'error',
    Dialog: RefundDialog,
  }),
]

/** Actions on a refund, with the ID and version of its order. */
const action = actionsOn<OrderRefund & { order_id: string; version: number }>()

export const refundActions = [
  // The refund was sent by bank transfer.
  action({
    name: 'confirm',
    operation: 'confirmRefund',
    label: 'Mark as sent…',
    title: ({ amount }) => `Mark ${formatMoney(amount)} as sent`,
    body: (
      <TextInput
        source="reference"
        label="Reference"
        helperText="As shown on the bank statement"
        validate={required()}
        fullWidth
      />
    ),
    defaults: { reference: '' },
    input: ({ id, order_id, version }, { reference }) => ({
      id: order_id,
      refund_id: id,
      refundConfirmation: { version, reference },
    }),
    isReady: ({ reference }) => !!reference?.trim(),
    submit: 'Mark as sent',
    success: 'Refund marked as sent',
  }),
  action({
    name: 'retry',
    operation: 'retryRefund',
    label: 'Retry…',
    title: ({ amount }) => `Retry refund of ${formatMoney(amount)}`,
    body: ({ note }) => note && <p>The provider said: {note}</p>,
    input: ({ id, order_id, version }, { reason }) => ({
      id: order_id,
      refund_id: id,
      refundRetry: { version, reason },
    }),
    reason: true,
    isReady: hasReason,
    submit: 'Retry refund',
    success: 'Refund requested again',
  }),
]
