import type { Tx } from '../../../../db/open.ts'
import type { PaymentEvent } from '../../../../integrations/payments.ts'
import { listSeats, lockWithAllHolders, takeVouchersBack } from '../../vouchers/index.ts'
import { findRefund } from '../payment-queries.ts'
import type { OrderRow } from '../queries.ts'
import { applied, type EventResult, noEffect, refused } from '../transitions.ts'
import { planRefund } from './plan.ts'
import { updateRefund } from './queries.ts'
import { recordRefund } from './record.ts'

/** Settles a refund that we requested, or records one that was made in the provider's dashboard. */
export async function settleRefund(tx: Tx, order: OrderRow, event: PaymentEvent): Promise<EventResult> {
  const { refund_id, provider_refund, amount } = event
  const known = await findRefund(tx, { order_id: order.id, refund_id, provider_refund })
  if (known) {
    if (known.state === 'done') return noEffect('This refund is known.')
    if (isOfEarlierTry(known, provider_refund)) return noEffect('This is of an earlier try.')
    if (amount !== known.amount) return refused('Another amount went back than was asked for.')
    await updateRefund(tx, known.id, { state: 'done', note: '', provider_id: provider_refund ?? known.provider_id })
    return applied
  }
  const left = order.total_amount - order.refunded_amount
  if (amount > left) return refused('More was refunded than was paid.')
  await takeWhole(tx, order, amount === left, {
    amount,
    reason: 'Made at the payment provider',
    provider_id: provider_refund ?? null,
  })
  return applied
}

/** Records money that was already paid back. If nothing is left, all remaining seats are revoked; running labs and exams continue to their end. */
export async function takeWhole(
  tx: Tx,
  order: OrderRow,
  isWhole: boolean,
  refund: { amount: number; reason: string; provider_id?: string | null },
): Promise<void> {
  if (!isWhole) {
    await recordRefund(tx, order, { ...refund, state: 'done' })
    return
  }
  const { lines, sold } = await planRefund(tx, order, {})
  const ids = (await listSeats(tx, order.id)).map(({ voucher_id }) => voucher_id)
  await lockWithAllHolders(tx, ids)
  await takeVouchersBack(tx, ids, refund.reason)
  await recordRefund(tx, order, { ...refund, lines, ...(sold && { sold }), state: 'done' })
}

export async function failRefund(tx: Tx, order: OrderRow, event: PaymentEvent): Promise<EventResult> {
  const { refund_id, provider_refund } = event
  const known = await findRefund(tx, { order_id: order.id, refund_id, provider_refund })
  if (!known) return refused('A refund failed that we did not ask for.')
  if (isOfEarlierTry(known, provider_refund)) return noEffect('This is of an earlier try.')
  if (known.state === 'failed') return noEffect('This is known.')
  await updateRefund(tx, known.id, {
    state: 'failed',
    note: event.reason ?? '',
    provider_id: provider_refund ?? known.provider_id,
  })
  return refused('The refund failed. The buyer has to get the money in another way.')
}

const isOfEarlierTry = (
  { failed_provider_id, provider_id }: { failed_provider_id: string | null; provider_id: string | null },
  of: string | undefined,
) => of !== undefined && (of === failed_provider_id || (provider_id !== null && of !== provider_id))
