import type { Tx } from '../../../../db/open.ts'
import type { DocumentLine } from '../../../../db/schema/index.ts'
import { creditWhole, issueCreditNote } from '../documents/issue.ts'
import { updateOrder } from '../payment-queries.ts'
import { taxWithin } from '../pricing/pricing.ts'
import { type OrderRow, setOrderState } from '../queries.ts'
import { canTransition } from '../transitions.ts'
import { queueRefundWebhook } from '../webhook-messages.ts'
import { insertRefund, type RefundRow } from './queries.ts'

interface NewRefund
  extends Pick<RefundRow, 'amount' | 'reason'>,
    Partial<Pick<RefundRow, 'lines' | 'actor_id' | 'provider_id' | 'state' | 'mails_wait'>> {
  /** Lines of the credit note. Without them, it shows a part of the price. */
  sold?: DocumentLine[]
}

/**
 * Records a refund on a locked order. This is the only place that increases `refunded_amount`; it never exceeds the amount paid.
 * While a dispute is open, the order stays disputed and the new state is saved for afterwards. The credit note takes the last lock
 * of the transaction.
 */
export async function recordRefund(tx: Tx, order: OrderRow, { sold, ...refund }: NewRefund): Promise<RefundRow> {
  const refunded = order.refunded_amount + refund.amount
  if (refund.amount < 0 || refunded > order.total_amount) throw new Error('More was to be refunded than was paid')
  const whole = { total: order.total_amount, tax: order.tax_amount }
  const row = await insertRefund(tx, {
    state: movesNoMoney(order) ? 'done' : 'asked',
    mails_wait: true,
    ...refund,
    order_id: order.id,
    tax_amount: taxWithin(refunded, whole) - taxWithin(order.refunded_amount, whole),
  })
  const state = refunded === order.total_amount ? 'refunded' : 'partially_refunded'
  const waits = order.state === 'disputed' && state !== 'refunded'
  await updateOrder(tx, order.id, {
    refunded_amount: refunded,
    ...(order.state === 'disputed' && { state_before_dispute: waits ? state : null }),
  })
  if (!waits && order.state !== state && canTransition(order.state, state)) await setOrderState(tx, order.id, state)
  if (sold || refund.amount < order.total_amount)
    await issueCreditNote(tx, order, {
      refundId: row.id,
      amount: row.amount,
      tax: row.tax_amount,
      lines: sold ?? [{ title: `Part of the price of ${order.title}`, seats: 0, amount: row.amount }],
    })
  else await creditWhole(tx, order, row.id)
  await queueRefundWebhook(tx, order, row, refunded)
  return row
}

/** Demo and free orders never moved money, so their refunds are done immediately. */
const movesNoMoney = ({ provider }: OrderRow) => provider === 'demo' || provider === 'free'
