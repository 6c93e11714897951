import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { MAX_REFUNDED_SEATS } from '@flagyard/api-types/schemas'
import { recordAudit } from '../../../../audit-log/record.ts'
import { assertSeen } from '../../../../db/dry-run.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong } from '../../../../identity/require-access.ts'
import { revocation } from '../../vouchers/index.ts'
import { findOrder, lockOrder, type OrderRow } from '../queries.ts'
import * as allowed from '../transitions.ts'
import { type PlannedSeat, planRefund } from './plan.ts'
import { findRefund, listVoucherIds, type RefundRow, updateRefund } from './queries.ts'
import { recordRefund } from './record.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'queue' | 'clouds'>

/** Amount that a refund would pay back, and the access it would end. Locks and changes nothing. */
export async function previewRefund(
  { db }: Pick<Deps, 'db'>,
  id: string,
  choice: Output<'refundChoice'>,
): Promise<Accepted<'refundPreview'>> {
  const order = await findKnown(db, id)
  assertRefundable(order)
  const plan = await planRefund(db, order, choice)
  const money = (amount: number) => ({ amount, currency: order.currency })
  return {
    version: order.version,
    seats: plan.seats.slice(0, MAX_REFUNDED_SEATS).map((seat) => ({
      voucher_id: seat.voucher_id,
      seat: seat.seat + 1,
      title: seat.title,
      username: seat.username,
      recipient: seat.recipient,
      amount: money(seat.amount),
      chosen: seat.chosen,
      refunded: seat.refunded,
      fate: fateOf(seat),
    })),
    seats_total: plan.seats.length,
    amount: money(plan.amount),
    tax: money(plan.tax),
    left: money(plan.left),
    running: plan.running.map(({ kind, username, title, state }) => ({ kind, username, title, state })),
    preview: plan.print,
  }
}

function fateOf(seat: PlannedSeat): Accepted<'refundSeat'>['fate'] {
  if (seat.state === 'revoked') return 'nothing'
  if (!seat.username) return 'code_ends'
  if (!seat.has_access) return 'nothing'
  if (seat.keeps_access) return 'keeps_access'
  return seat.finished ? 'finished' : 'access_ends'
}

/**
 * Refunds seats, the whole order, or a part of its price. Locks, ended access, refund, audit record and the provider job are one
 * transaction. The server calculates the amount of seats; a chosen amount is limited to what is left.
 */
export async function refundOrder(
  deps: NeededDeps,
  auditActor: AuditActor,
  id: string,
  { version, reason, preview, running: choice, ...chosen }: Output<'refundRequest'>,
): Promise<Accepted<'orderRefund'>> {
  await findKnown(deps.db, id)
  return deps.db.transaction(async (tx) => {
    const order = await lockAsSeen(tx, id, version)
    assertRefundable(order)
    const planned = await planRefund(tx, order, chosen)
    // The last refund revokes all vouchers of the order, including those refunded earlier.
    const taken = planned.isWhole ? await listVoucherIds(tx, id) : planned.chosen
    await revocation.lock(tx, taken)
    const plan = await planRefund(tx, order, chosen)
    assertSeen(preview, plan.print)
    if (plan.amount === 0)
      throw new ApiError('conflict', 'Nothing was paid for these seats. Revoke their vouchers instead.')
    if (plan.amount === plan.left && !plan.isWhole)
      throw new ApiError('conflict', 'This is all that is left of the order. Refund the whole order instead.')
    revocation.assertChosen('These seats are in use', plan.running, choice)
    if (choice === 'end') await revocation.endRunning(tx, deps, auditActor, plan.running, reason)
    const { amount, lines, sold } = plan
    await revocation.revokeAll(tx, taken, reason)
    const written = { amount, lines, reason, actor_id: auditActor.actor.id, ...(sold && { sold }) }
    const refund = await recordRefund(tx, order, written)
    if (refund.state === 'asked' && order.provider === 'stripe')
      await deps.queue.send(tx, 'orders.refund', { id: refund.id })
    await recordAudit(tx, {
      ...auditActor,
      action: 'orders.refund',
      subject: { type: 'order', id },
      before: { state: order.state, refunded: order.refunded_amount },
      after: {
        order: order.number,
        refunded: order.refunded_amount + amount,
        seats: lines.length,
        ...revocation.outcomeOf(plan.running, choice),
      },
      reason,
    })
    return presentRefund(refund, order, auditActor.actor)
  })
}

/** Records that finance sent the money from our own bank account. */
export function confirmRefund(
  deps: Pick<Deps, 'db'>,
  auditActor: AuditActor,
  ids: { id: string; refund_id: string },
  { version, reference }: Output<'refundConfirmation'>,
): Promise<Accepted<'orderRefund'>> {
  return change(deps, auditActor, ids, version, 'confirm', async (tx, refund) => {
    await updateRefund(tx, refund.id, { state: 'done', note: reference })
    return { after: { state: 'done', reference } }
  })
}

/** Asks the provider again, as a new try. Later events of the earlier try are ignored. */
export function retryRefund(
  deps: Pick<Deps, 'db' | 'queue'>,
  auditActor: AuditActor,
  ids: { id: string; refund_id: string },
  { version, reason }: Output<'refundRetry'>,
): Promise<Accepted<'orderRefund'>> {
  return change(deps, auditActor, ids, version, 'retry', async (tx, { id, tries, provider_id, failed_provider_id }) => {
    await updateRefund(tx, id, {
      state: 'asked',
      note: '',
      tries: tries + 1,
      provider_id: null,
      failed_provider_id: provider_id ?? failed_provider_id,
    })
    await deps.queue.send(tx, 'orders.refund', { id })
    return { after: { state: 'asked', tries: tries + 1 }, reason }
  })
}

const NOT_POSSIBLE = {
  confirm: 'The provider sends this money, or it was already sent.',
  retry: 'Only a refund that failed at the provider can be requested again.',
}

async function change(
  { db }: Pick<Deps, 'db'>,
  auditActor: AuditActor,
  { id, refund_id }: { id: string; refund_id: string },
  version: number,
  action: 'confirm' | 'retry',
  write: (tx: Tx, refund: RefundRow) => Promise<{ after: Record<string, unknown>; reason?: string }>,
): Promise<Accepted<'orderRefund'>> {
  await findKnown(db, id)
  return db.transaction(async (tx) => {
    const order = await lockAsSeen(tx, id, version)
    const refund = await findOwn(tx, order, refund_id)
    if (!possibleWith(refund, order)[action]) throw new ApiError('conflict', NOT_POSSIBLE[action])
    const { after, reason } = await write(tx, refund)
    await recordAudit(tx, {
      ...auditActor,
      action: `orders.${action}_refund`,
      subject: { type: 'order', id },
      before: { order: order.number, state: refund.state, amount: refund.amount },
      after,
      reason,
    })
    return presentRefund(await findOwn(tx, order, refund_id), order, auditActor.actor)
  })
}

export const presentRefund = (
  refund: RefundRow,
  order: Pick<OrderRow, 'currency' | 'provider'>,
  caller: Pick<CurrentUser, 'capabilities'>,
): Accepted<'orderRefund'> => ({
  id: refund.id,
  amount: { amount: refund.amount, currency: order.currency },
  tax: { amount: refund.tax_amount, currency: order.currency },
  seats: refund.lines.length,
  reason: refund.reason,
  state: refund.state,
  note: refund.note,
  created_at: refund.created_at,
  settled_at: refund.settled_at,
  allowed: allowedOnRefund(refund, order, caller),
})

async function findKnown(db: Db, id: string): Promise<OrderRow> {
  const order = isUuid(id) ? await findOrder(db, id) : undefined
  if (!order) throw new ApiError('not_found', 'There is no such order.')
  return order
}

async function findOwn(tx: Tx, order: OrderRow, id: string): Promise<RefundRow> {
  const refund = isUuid(id) ? await findRefund(tx, id) : undefined
  if (refund?.order_id !== order.id) throw new ApiError('not_found', 'This order has no such refund.')
  return refund
}

async function lockAsSeen(tx: Tx, id: string, version: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (order.version !== version)
    throw new ApiError('stale_version', 'This order was changed in the meantime. Reload and try again.')
  return order
}

function assertRefundable(order: OrderRow) {
  if (allowed.possibleWith(order).refund) return
  throw new ApiError(
    'conflict',
    order.state === 'disputed'
      ? 'This order is disputed. Wait for the decision of the bank, or the money would be refunded twice.'
      : 'Nothing is left to refund for this order.',
  )
}

/** Actions that a refund's state permits. The service checks the same before it acts. */
const possibleWith = ({ state }: Pick<RefundRow, 'state'>, { provider }: Pick<OrderRow, 'provider'>) => ({
  /** Finance sent the money from our own bank account: for a transfer, or for a refund that the provider could not send. */
  confirm: (state === 'asked' && provider === 'invoice') || state === 'failed',
  retry: state === 'failed' && provider === 'stripe',
})

function allowedOnRefund(
  refund: Pick<RefundRow, 'state'>,
  order: Pick<OrderRow, 'provider'>,
  { capabilities }: Pick<CurrentUser, 'capabilities'>,
) {
  const possible = possibleWith(refund, order)
  const isFinance = capabilities.includes('finance')
  return allowedAmong({
    confirm: possible.confirm && isFinance,
    retry: possible.retry && isFinance,
  })
}
