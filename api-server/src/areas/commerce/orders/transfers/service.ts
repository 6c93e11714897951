import { formatExact } from '@flagyard/api-types/contract/money'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import type { PaymentEvent } from '../../../../integrations/payments.ts'
import { applyPayment, type PaymentDeps, preparePayment, rowOf } from '../payment.ts'
import { saveOutcome, storeEvent } from '../payment-queries.ts'
import { findOrder, lockOrder, type OrderRow } from '../queries.ts'
import { possibleWith } from '../transitions.ts'
import * as queries from './queries.ts'

type NeededDeps = PaymentDeps & Pick<Deps, 'clock'>

export async function readTransfers({ db }: Pick<Deps, 'db'>, id: string): Promise<Accepted<'orderTransfers'>> {
  return present(db, await findByTransfer(db, id))
}

/** Records an incoming transfer. Once the total has arrived, the order is paid and its vouchers are issued in the same transaction. */
export async function recordTransfer(
  deps: NeededDeps,
  auditActor: AuditActor,
  id: string,
  { version, amount, received_on, reference }: Output<'transferInput'>,
): Promise<Accepted<'orderTransfers'>> {
  if (received_on > deps.clock.now().toISOString().slice(0, 10))
    throw invalidField('received_on', 'This date is in the future')
  const found = await findByTransfer(deps.db, id)
  const prepared = await preparePayment(deps, { kind: 'paid', order_id: found.id })
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    assertVersion(order, version)
    assertUnpaid(order)
    const before = sumOf(await queries.listTransfersOf(tx, id))
    const missing = order.total_amount - before
    if (amount > missing)
      throw invalidField(
        'amount',
        `${formatExact({ amount: missing, currency: order.currency })} is missing. Record that amount, and send the rest back`,
      )
    const transfer = await queries.insertTransfer(tx, {
      order_id: id,
      amount,
      received_on,
      reference,
      actor_id: auditActor.actor.id,
    })
    await queries.touchOrder(tx, id)
    await recordAudit(tx, {
      ...auditActor,
      action: 'orders.record_transfer',
      subject: { type: 'order', id },
      before: { received: before },
      after: { order: order.number, received: before + amount, received_on, reference },
    })
    if (amount < missing) return
    const event: PaymentEvent = {
      id: `transfer:${transfer.id}`,
      kind: 'paid',
      order_id: id,
      amount: order.total_amount,
      currency: order.currency,
    }
    const stored = await storeEvent(tx, { ...rowOf(event), provider: 'invoice' })
    if (!stored) throw new Error('A new transfer was known')
    await saveOutcome(tx, stored, await applyPayment(tx, deps, order, event, prepared))
  })
  return readTransfers(deps, id)
}

/** Reverses a wrong entry with a counter-entry. Both stay visible. */
export async function undoTransfer(
  { db }: Pick<Deps, 'db'>,
  auditActor: AuditActor,
  { id, transfer_id }: { id: string; transfer_id: string },
  { version, reason }: Output<'transferUndo'>,
): Promise<Accepted<'orderTransfers'>> {
  await findByTransfer(db, id)
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const entries = await queries.listTransfersOf(tx, id)
    const wrong = entries.find((entry) => entry.id === transfer_id && !entry.undoes)
    if (!wrong) throw new ApiError('not_found', 'This order has no such entry.')
    assertVersion(order, version)
    assertUnpaid(order)
    if (wrong.undone) throw new ApiError('conflict', 'This entry was already undone.')
    await queries.insertTransfer(tx, {
      order_id: id,
      amount: -wrong.amount,
      received_on: wrong.received_on,
      reference: wrong.reference,
      undoes: wrong.id,
      reason,
      actor_id: auditActor.actor.id,
    })
    await queries.touchOrder(tx, id)
    const before = sumOf(entries)
    await recordAudit(tx, {
      ...auditActor,
      action: 'orders.undo_transfer',
      subject: { type: 'order', id },
      before: { order: order.number, received: before, reference: wrong.reference },
      after: { received: before - wrong.amount },
      reason,
    })
  })
  return readTransfers({ db }, id)
}

async function findByTransfer(db: Db, id: string): Promise<OrderRow> {
  const order = isUuid(id) ? await findOrder(db, id) : undefined
  if (order?.provider !== 'invoice') throw new ApiError('not_found', 'There is no such order paid by transfer.')
  return order
}

function assertVersion(order: OrderRow, version: number) {
  if (order.version !== version)
    throw new ApiError('stale_version', 'This order was changed in the meantime. Reload and try again.')
}

/** A paid order has delivered its vouchers, so money is returned by a refund, not by an entry. */
function assertUnpaid(order: OrderRow) {
  if (!possibleWith(order).record_transfer)
    throw new ApiError('conflict', 'This order is paid and delivered. Refund it instead.')
}

const sumOf = (entries: { amount: number }[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

async function present(db: Db, order: OrderRow): Promise<Accepted<'orderTransfers'>> {
  const { state, version, due_at, total_amount, currency } = order
  const transfers = await queries.listTransfersOf(db, order.id)
  const received = sumOf(transfers)
  return {
    state,
    version,
    due_at,
    total: { amount: total_amount, currency },
    received: { amount: received, currency },
    open: { amount: total_amount - received, currency },
    transfers,
  }
}
