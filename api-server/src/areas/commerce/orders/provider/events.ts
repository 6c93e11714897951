import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { PaymentEvent, ProviderEvent } from '../../../../integrations/payments.ts'
import { applyPayment, eventOf, factsOf, type PaymentDeps, preparePayment } from '../payment.ts'
import * as events from '../payment-queries.ts'
import { recordPayout } from '../payouts/import.ts'
import { lockOrder, type OrderRow } from '../queries.ts'

type NeededDeps = PaymentDeps & Pick<Deps, 'payments' | 'clock'>

/**
 * Receives an event from the payment provider. Forged or expired events are rejected. All others are stored once and, if they are
 * about one of our orders, applied in the same transaction; the rest are only stored and listed. An error rolls everything back, and
 * the provider resends the event.
 */
export async function receiveEvent(deps: NeededDeps, body: Buffer | null, signature: unknown): Promise<void> {
  const { payments, clock } = deps
  if (payments.provider !== 'stripe' || !payments.readEvent) throw new ApiError('not_found', 'There is nothing here.')
  if (!body || typeof signature !== 'string') throw new ApiError('malformed', 'This event is not signed.')
  await takeEvent(deps, payments.readEvent(body, signature, clock.now()))
}

/** Time for which the provider resends an event that was not accepted. The lost server may have accepted those of the backup's last days. */
const RESENT_MS = 3 * 86_400_000

export const hasMissed = async ({ db, payments }: Pick<NeededDeps, 'db' | 'payments'>) =>
  payments.listEvents !== undefined && (await events.findMissedSince(db)) !== undefined

/**
 * After a restore, reads the events that the lost server received, oldest first. Until it has ended, no refund is requested. Safe to retry: events
 * that were already applied are skipped. An event that fails does not hold up the others, and fails the run.
 */
export async function readMissed(deps: NeededDeps, signal: AbortSignal): Promise<void> {
  const since = await events.findMissedSince(deps.db)
  if (!since || !deps.payments.listEvents) return
  const missed: ProviderEvent[] = []
  for await (const page of deps.payments.listEvents(new Date(since.getTime() - RESENT_MS))) {
    if (signal.aborted) return
    missed.push(...page)
  }
  const failures: unknown[] = []
  for (const event of missed.reverse()) {
    if (signal.aborted) return
    await takeEvent(deps, event).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} missed events could not be applied`)
  await events.endMissedEvents(deps.db)
}

/** Stores an event once and, if it is about one of our orders, applies it. */
async function takeEvent(deps: NeededDeps, event: ProviderEvent): Promise<void> {
  const { payments } = deps
  if (event.livemode !== payments.livemode) return refuseMode(deps, event)
  const order = await events.findOrderOf(deps.db, payments.provider, event)
  if (event.unreadable_amount !== undefined) return storeUnreadable(deps, event, order)
  if (event.kind === 'noted' && !(order && event.countries?.length))
    return storeOnly(deps, event, { outcome: 'no_effect', note: 'Stored for reference.' })
  if (event.payout) return recordPayout(deps, event, rowOf(deps, event))
  if (!order) return storeOnly(deps, event, unmatched(event))
  await applyToOrder(deps, order, rowOf(deps, event), { ...event, order_id: order.id } as PaymentEvent)
}

/** Stores an event about an order and applies it. Locks the order first, which serialises concurrent events. */
async function applyToOrder(deps: NeededDeps, { id }: Pick<OrderRow, 'id'>, row: events.NewEvent, event: PaymentEvent) {
  const prepared = await preparePayment(deps, event)
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const stored = await events.storeEvent(tx, { ...row, order_id: id })
    if (!stored) return
    const result = await applyPayment(tx, deps, order, event, prepared)
    await events.saveOutcome(tx, stored, { ...result, order_id: id })
  })
}

/** Stores an event with an impossible amount without applying it. Finance finds it in the list, under its order if it names one. */
function storeUnreadable(deps: NeededDeps, event: ProviderEvent, order: OrderRow | undefined) {
  const note = `The amount is impossible: ${event.unreadable_amount}.`
  const named = { ...event, order_id: order?.id ?? event.order_id }
  return storeOnly(deps, named, { outcome: order ? 'refused' : 'unmatched', note })
}

/** Rejects test events on a live server, and live events on a test server: the configured keys are mixed up. */
async function refuseMode(deps: NeededDeps, event: ProviderEvent): Promise<never> {
  const note = event.livemode
    ? 'A live event reached a server with test keys.'
    : 'An event of test mode reached a server with live keys.'
  await storeOnly(deps, event, { outcome: 'refused', note })
  throw new ApiError('malformed', note)
}

const storeOnly = (
  deps: NeededDeps,
  event: ProviderEvent,
  result: { outcome: 'no_effect' | 'waiting' | 'unmatched' | 'refused'; note: string },
) =>
  deps.db.transaction(async (tx) => {
    const stored = await events.storeEvent(tx, rowOf(deps, event))
    if (stored) await events.saveOutcome(tx, stored, result)
  })

/** An event that names an order or a payment may match one of our orders later: it waits, and is listed meanwhile. */
const unmatched = ({ order_id, payment }: ProviderEvent) =>
  order_id || payment
    ? { outcome: 'waiting' as const, note: 'No order matches this payment yet.' }
    : { outcome: 'unmatched' as const, note: 'The event names none of our orders.' }

const rowOf = ({ payments }: NeededDeps, event: ProviderEvent): events.NewEvent => ({
  provider: payments.provider,
  event_id: event.id,
  kind: event.kind,
  type: event.type,
  order_id: event.order_id && isUuid(event.order_id) ? event.order_id : null,
  payment: event.payment ?? null,
  amount: event.amount,
  currency: event.currency,
  livemode: event.livemode,
  facts: { ...factsOf(event), ...(event.payout && { payout_id: event.payout.number }) },
  happened_at: event.happened_at,
})

export const hasReady = async ({ db }: Pick<Deps, 'db'>) => (await events.listReady(db)).length > 0

/** Applies events that arrived before their order. Safe to retry: events that were already applied are skipped. */
export async function applyReady(deps: NeededDeps, signal: AbortSignal): Promise<void> {
  for (const { event, order_id } of await events.listReady(deps.db)) {
    if (signal.aborted) return
    await applyToOrder(deps, { id: order_id }, event, eventOf(event, order_id))
  }
}
