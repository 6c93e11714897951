import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong } from '../../../identity/require-access.ts'
import type { OrderRow } from './queries.ts'

type Subject = Pick<OrderRow, 'state' | 'provider' | 'total_amount' | 'refunded_amount'>

/** Actions that the order's state permits. The service checks the same before it acts. */
export const possibleWith = ({ state, provider, total_amount, refunded_amount }: Subject) => ({
  refund:
    (state === 'paid' || state === 'fulfilled' || state === 'partially_refunded') && total_amount > refunded_amount,
  record_transfer: provider === 'invoice' && (state === 'awaiting_payment' || state === 'cancelled'),
})

/** Only finance moves money. */
export function allowedOnOrder(order: Subject, { capabilities }: CurrentUser) {
  const possible = possibleWith(order)
  const isFinance = capabilities.includes('finance')
  return allowedAmong({
    refund: possible.refund && isFinance,
    record_transfer: possible.record_transfer && isFinance,
  })
}
