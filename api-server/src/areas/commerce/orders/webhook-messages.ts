import type { Db } from '../../../db/open.ts'
import type { refunds } from '../../../db/schema/index.ts'
import { queueWebhooks } from '../../platform/webhooks/index.ts'
import type { OrderRow } from './queries.ts'

const moneyOf = (currency: string) => (amount: number) => ({ amount, currency })

export function queuePaidWebhook(tx: Db, order: OrderRow) {
  const { id: order_id, number: order_number, kind, slug, title, quantity, provider } = order
  const money = moneyOf(order.currency)
  const about = { order_id, order_number, kind, slug, title, quantity, provider }
  return queueWebhooks(tx, [
    { type: 'order.paid', data: { ...about, total: money(order.total_amount), tax: money(order.tax_amount) } },
  ])
}

/** Sent when a refund is recorded, even if the money is still on its way. `refunded` is the total refunded so far. */
export function queueRefundWebhook(tx: Db, order: OrderRow, refund: typeof refunds.$inferSelect, refunded: number) {
  const money = moneyOf(order.currency)
  return queueWebhooks(tx, [
    {
      type: 'order.refunded',
      data: {
        order_id: order.id,
        order_number: order.number,
        refund_id: refund.id,
        amount: money(refund.amount),
        tax: money(refund.tax_amount),
        seats: refund.lines.length,
        refunded: money(refunded),
        total: money(order.total_amount),
      },
    },
  ])
}
