import type { Tx } from '../../../../db/open.ts'
import type { DocumentLine } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { PaymentEvent } from '../../../../integrations/payments.ts'
import { revocation } from '../../vouchers/index.ts'
import { creditWhole, issueCreditNote } from '../documents/issue.ts'
import { findMissedSince, findRefundOfEvent, updateOrder } from '../payment-queries.ts'
import { taxWithin } from '../pricing/pricing.ts'
import { findOrder, lockOrder, type OrderRow, setOrderState } from '../queries.ts'
import { applied, canTransition, type EventResult, noEffect, refused } from '../transitions.ts'
import { queueRefundWebhook } from '../webhook-messages.ts'
import { planRefund } from './plan.ts'
import { findRefund, insertRefund, listUnrequested, type RefundRow, saveProviderId, updateRefund } from './queries.ts'

/** Settles a refund that we requested, or records one that was made in the provider's dashboard. */
export async function applyRefund(tx: Tx, order: OrderRow, event: PaymentEvent): Promise<EventResult> {
  const { refund_id, provider_refund, amount } = event
  const known = await findRefundOfEvent(tx, { order_id: order.id, refund_id, provider_refund })
  if (known) {
    if (known.state === 'done') return noEffect('This refund is already recorded.')
    if (isOfEarlierTry(known, provider_refund)) return noEffect('This belongs to an earlier try.')
    if (amount !== known.amount) return refused('The refunded amount differs from the requested one.')
    await updateRefund(tx, known.id, { state: 'done', note: '', provider_id: provider_refund ?? known.provider_id })
    return applied
  }
  const left = order.total_amount - order.refunded_amount
  if (amount > left) return refused('More was refunded than was paid.')
  await recordPaidBack(tx, order, amount === left, {
    amount,
    reason: 'Made at the payment provider',
    provider_id: provider_refund ?? null,
  })
  return applied
}

/** Records money that was already paid back. If nothing is left, all remaining seats are revoked; running labs and exams continue to their end. */
export async function recordPaidBack(
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
  const ids = (await revocation.listSeats(tx, order.id)).map(({ voucher_id }) => voucher_id)
  await revocation.lockRetrying(tx, ids)
  await revocation.revokeAll(tx, ids, refund.reason)
  await recordRefund(tx, order, { ...refund, lines, ...(sold && { sold }), state: 'done' })
}

export async function applyFailedRefund(tx: Tx, order: OrderRow, event: PaymentEvent): Promise<EventResult> {
  const { refund_id, provider_refund } = event
  const known = await findRefundOfEvent(tx, { order_id: order.id, refund_id, provider_refund })
  if (!known) return refused('A refund failed that we did not request.')
  if (isOfEarlierTry(known, provider_refund)) return noEffect('This belongs to an earlier try.')
  if (known.state === 'failed') return noEffect('This failure is already recorded.')
  await updateRefund(tx, known.id, {
    state: 'failed',
    note: event.reason ?? '',
    provider_id: provider_refund ?? known.provider_id,
  })
  return refused('The refund failed. Send the money to the buyer in another way.')
}

const isOfEarlierTry = (
  { failed_provider_id, provider_id }: { failed_provider_id: string | null; provider_id: string | null },
  of: string | undefined,
) => of !== undefined && (of === failed_provider_id || (provider_id !== null && of !== provider_id))

/**
 * Asks the provider for a refund. Safe to retry: the provider finds an earlier request of the same try, so the money is sent once; the
 * result arrives as an event. A final rejection sets the state to failed. Other errors are retried. After a restore, the sweep queues it again
 * once the missed events are read: it may be done already.
 */
export async function requestRefund({ db, payments }: Pick<Deps, 'db' | 'payments'>, id: string): Promise<void> {
  const refund = await findRefund(db, id)
  const order = refund && (await findOrder(db, refund.order_id))
  if (!order || refund.state !== 'asked' || refund.provider_id || order.provider !== payments.provider) return
  if (!payments.refund || (await findMissedSince(db))) return
  try {
    const { amount, tries } = refund
    await saveProviderId(db, refund, await payments.refund(order, { refund_id: id, amount, tries }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    await db.transaction(async (tx) => {
      await lockOrder(tx, order.id)
      const now = await findRefund(tx, id)
      if (now?.state === 'asked' && now.tries === refund.tries)
        await updateRefund(tx, id, { state: 'failed', note: error.message })
    })
  }
}

export const hasUnrequested = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  !(await findMissedSince(db)) && (await listUnrequested(db)).length > 0

/** Queues refunds whose job was lost. */
export const queueUnrequested = async ({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> =>
  queue.sendMissing(
    db,
    'orders.refund',
    (await listUnrequested(db)).map(({ id }) => id),
  )

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
