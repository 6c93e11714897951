import type { Tx } from '../../../../db/open.ts'
import type { PaymentEvent } from '../../../../integrations/payments.ts'
import { type RevocationDeps, revocation } from '../../vouchers/index.ts'
import { updateOrder } from '../payment-queries.ts'
import { lockOrder, type OrderRow, setOrderState } from '../queries.ts'
import { applied, canTransition, type EventResult, noEffect } from '../transitions.ts'
import * as queries from './queries.ts'
import { recordPaidBack } from './record.ts'

/** Shown to learners as the reason for suspended access. */
const SUSPENDED = 'The payment is under review'
const LOST = 'The payment was taken back by the bank'

/** Provider's id of a dispute. An event without one counts as its own dispute. */
const numberOf = ({ dispute_id, id }: PaymentEvent) => dispute_id ?? id

/** Opens a dispute: suspends unfinished access until the bank decides. Running labs and exams continue to their end. */
export async function openDispute(tx: Tx, order: OrderRow, event: PaymentEvent): Promise<EventResult> {
  const { amount, reason = '', due_at = null } = event
  const known = await queries.findDispute(tx, order.provider, numberOf(event))
  if (known) {
    if (known.state !== 'open') return noEffect('This dispute was decided before this event arrived.')
    await queries.updateDispute(tx, known.id, { reason, due_at })
    return noEffect('This dispute is already recorded.')
  }
  // Locks the holders before the dispute gets its timestamp, so that no learner starts with a voucher in between.
  const canSuspend = canTransition(order.state, 'disputed')
  const ids = canSuspend ? await queries.listVoucherIds(tx, order.id) : []
  await revocation.lockRetrying(tx, ids)
  const { id: order_id, provider } = order
  const dispute = await queries.insertDispute(tx, {
    order_id,
    provider,
    number: numberOf(event),
    amount,
    reason,
    due_at,
  })
  if (!canSuspend)
    return { ...applied, note: order.state === 'refunded' ? 'The order was already refunded. Tell the bank.' : '' }
  await updateOrder(tx, order_id, { state_before_dispute: order.state })
  await setOrderState(tx, order_id, 'disputed')
  const suspended = await revocation.suspend(tx, ids, SUSPENDED)
  if (suspended.length > 0) await queries.updateDispute(tx, dispute.id, { suspended, tell: 'suspended' })
  return applied
}

/**
 * Closes a dispute after the bank's decision. When the last dispute closes, the order returns to its earlier state. A lost amount is
 * recorded as a refund.
 */
export async function closeDispute(
  tx: Tx,
  deps: RevocationDeps,
  order: OrderRow,
  event: PaymentEvent,
  ending: 'won' | 'lost',
): Promise<EventResult> {
  const known = await queries.findDispute(tx, order.provider, numberOf(event))
  if (known && known.state !== 'open') return noEffect('This dispute is already decided.')
  const ids = await queries.listVoucherIds(tx, order.id)
  await revocation.lockRetrying(tx, ids)
  if (known) await queries.updateDispute(tx, known.id, { state: ending })
  else await recordClosed(tx, order, event, ending)
  const lost = ending === 'lost' ? Math.min(event.amount, order.total_amount - order.refunded_amount) : 0
  if (lost > 0) await lose(tx, deps, order, ids, lost)
  await reopen(tx, order.id, ids)
  return known || lost > 0 ? applied : noEffect('The order was not disputed.')
}

/** The closing event arrived before the opening one, which is then ignored. */
const recordClosed = (tx: Tx, { id, provider }: OrderRow, event: PaymentEvent, state: 'won' | 'lost') =>
  queries.insertDispute(tx, {
    order_id: id,
    provider,
    number: numberOf(event),
    amount: event.amount,
    reason: event.reason ?? '',
    state,
    closed_at: new Date(),
  })

/** Records funds withdrawn by the bank. A full withdrawal ends all access; after a partial one, finance decides which seats end. */
async function lose(tx: Tx, deps: RevocationDeps, order: OrderRow, ids: string[], amount: number) {
  const isWhole = amount === order.total_amount - order.refunded_amount
  if (isWhole) await revocation.endRunning(tx, deps, null, await revocation.listRunning(tx, ids), LOST)
  await recordPaidBack(tx, order, isWhole, { amount, reason: LOST })
}

async function reopen(tx: Tx, id: string, ids: string[]) {
  const order = await lockOrder(tx, id)
  if (order.state !== 'disputed' || (await queries.hasOpenDispute(tx, id))) return
  await setOrderState(tx, id, order.state_before_dispute ?? 'fulfilled')
  await updateOrder(tx, id, { state_before_dispute: null })
  await revocation.resume(tx, ids, queries.suspensionTimes(id))
  await queries.markResumed(tx, id)
}
