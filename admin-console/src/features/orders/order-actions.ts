import type { AdminOrder } from '@flagyard/api-types'
import type { RecordAction } from '../../crud/actions.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { ConfirmRefundDialog, type RefundOfOrder, RetryRefundDialog } from './RefundDialogs.tsx'

export const orderActions: readonly RecordAction<AdminOrder>[] = [
  { name: 'refund', operation: 'refundOrder', label: 'Refund…', color: 'error', Dialog: RefundDialog },
]

export const refundActions: readonly RecordAction<RefundOfOrder>[] = [
  { name: 'confirm', operation: 'confirmRefund', label: 'Sent by hand…', Dialog: ConfirmRefundDialog },
  { name: 'retry', operation: 'retryRefund', label: 'Ask again…', Dialog: RetryRefundDialog },
]
