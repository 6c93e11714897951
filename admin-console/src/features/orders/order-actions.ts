import type { AdminOrder, OrderRefund } from '@flagyard/api-types'
import type { RecordAction } from '../../crud/RecordActions.tsx'
import { ConfirmRefundDialog, RetryRefundDialog } from './RefundDialogs.tsx'
import { RefundDialog } from './RefundDialog.tsx'

/** What can be done with an order. */
export const orderActions: readonly RecordAction<AdminOrder>[] = [
  { name: 'refund', operation: 'refundOrder', label: 'Refund…', color: 'error', Dialog: RefundDialog },
]

/** A refund, with what the order is known by. */
export type RefundOfOrder = OrderRefund & { order_id: string; version: number }

/** What can be done with a refund. */
export const refundActions: readonly RecordAction<RefundOfOrder>[] = [
  { name: 'confirm', operation: 'confirmRefund', label: 'Sent by hand…', Dialog: ConfirmRefundDialog },
  { name: 'retry', operation: 'retryRefund', label: 'Ask again…', Dialog: RetryRefundDialog },
]
