import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, type ReadRow, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { counters, orders, type PaymentOutcome, paymentEvents, refunds, transfers } from '../../../db/schema/index.ts'
import { inBatch, isUuid } from '../../../db/sql.ts'
import type { OrderRow } from './queries.ts'

export type StoredEvent = typeof paymentEvents.$inferSelect
export type NewEvent = typeof paymentEvents.$inferInsert

/** Maximum number of waiting events handled per payment or per job run. The next run handles the rest. */
const WAITING_BATCH = 20

/** Order of this provider that an event refers to, by order id or by payment. */
export async function findOrderOf(
  db: Db,
  provider: string,
  { order_id, payment }: { order_id: string | null; payment?: string | null },
): Promise<OrderRow | undefined> {
  const isMeant = or(
    order_id && isUuid(order_id) ? eq(orders.id, order_id) : undefined,
    payment ? eq(orders.provider_payment, payment) : undefined,
  )
  if (!isMeant) return undefined
  const [row] = await db
    .select()
    .from(orders)
    .where(and(sql`${orders.provider} = ${provider}`, isMeant))
    .limit(1)
  return row
}

/**
 * Stores an event and locks it. Returns undefined if it was already handled. A concurrent duplicate waits for the first transaction,
 * and proceeds only if that one rolls back.
 */
export async function storeEvent(tx: Db, event: NewEvent): Promise<StoredEvent | undefined> {
  const waiting = { outcome: 'waiting', ...event } as const
  const [inserted] = await tx.insert(paymentEvents).values(waiting).onConflictDoNothing().returning()
  if (inserted) return inserted
  const [known] = await tx
    .select()
    .from(paymentEvents)
    .where(and(isEvent(event), isNull(paymentEvents.handled_at)))
    .for('update')
  return known
}

const isEvent = ({ provider, event_id }: Pick<StoredEvent, 'provider' | 'event_id'>): SQL | undefined =>
  and(eq(paymentEvents.provider, provider), eq(paymentEvents.event_id, event_id))

/** Saves the outcome of an event. A waiting event is tried again later. */
export const saveOutcome = (
  tx: Db,
  event: Pick<StoredEvent, 'provider' | 'event_id'>,
  { order_id, outcome, note }: { order_id?: string; outcome: PaymentOutcome; note: string },
) =>
  tx
    .update(paymentEvents)
    .set({ outcome, note, ...(order_id && { order_id }), ...(outcome !== 'waiting' && { handled_at: sql`now()` }) })
    .where(isEvent(event))

/** Locks the events that arrived before this order's payment, in chronological order. */
export const lockWaiting = (tx: Db, { id, provider, provider_payment }: OrderRow) =>
  tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        isNull(paymentEvents.handled_at),
        eq(paymentEvents.provider, provider),
        or(eq(paymentEvents.order_id, id), provider_payment ? eq(paymentEvents.payment, provider_payment) : undefined),
      ),
    )
    .orderBy(asc(paymentEvents.happened_at), asc(paymentEvents.event_id))
    .limit(WAITING_BATCH)
    .for('update', { skipLocked: true })

/** Waiting events whose order is known. Checkout events are ready immediately, all others once the order is paid. */
export const listReady = (db: Db) =>
  db
    .select({ event: paymentEvents, order_id: orders.id })
    .from(paymentEvents)
    .innerJoin(
      orders,
      and(
        sql`${orders.provider} = ${paymentEvents.provider}`,
        or(
          and(
            eq(orders.id, paymentEvents.order_id),
            or(
              inArray(paymentEvents.kind, ['pending', 'paid', 'failed', 'cancelled']),
              sql`${orders.paid_at} is not null`,
            ),
          ),
          eq(orders.provider_payment, paymentEvents.payment),
        ),
      ),
    )
    .where(isNull(paymentEvents.handled_at))
    .orderBy(asc(paymentEvents.happened_at), asc(paymentEvents.event_id))
    .limit(WAITING_BATCH)

/** Counter with the minute of the restored backup. Exists until the provider's events since then were read. */
const MISSED = 'missed-payment-events'

/** Requests that the provider's events since a restored backup are read. An earlier request of the same backup is older, so it counts. */
export const requestMissedEvents = (tx: Db, since: Date) =>
  tx
    .insert(counters)
    .values({ name: MISSED, value: Math.floor(since.getTime() / 60_000) })
    .onConflictDoNothing()

/** Time since which events are missing; undefined if none are. */
export async function findMissedSince(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ minutes: counters.value }).from(counters).where(eq(counters.name, MISSED))
  return row && new Date(row.minutes * 60_000)
}

export const endMissedEvents = (db: Db) => db.delete(counters).where(eq(counters.name, MISSED))

/** Updates a locked order except its state. Bumps the version, so that clients with an older version get a conflict. */
export const updateOrder = (
  tx: Db,
  id: string,
  changes: Partial<Pick<OrderRow, 'provider_payment' | 'state_before_dispute' | 'refunded_amount' | 'tax_evidence'>>,
) =>
  tx
    .update(orders)
    .set({ ...changes, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))

/** Days for which an order with a pending bank payment stays open. Banks may take two weeks. */
const PENDING_DAYS = 15

/** Postpones the expiry of an order while the buyer's bank processes the payment. */
export const extendExpiry = (tx: Db, id: string) =>
  tx
    .update(orders)
    .set({ expires_at: sql`now() + make_interval(days => ${PENDING_DAYS}::int)` })
    .where(eq(orders.id, id))

/** Refund that a provider's event refers to, by our id or the provider's. */
export async function findRefundOfEvent(
  tx: Db,
  of: { order_id: string; refund_id?: string | undefined; provider_refund?: string | undefined },
) {
  const { order_id, refund_id, provider_refund } = of
  const [row] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, order_id),
        or(
          refund_id && isUuid(refund_id) ? eq(refunds.id, refund_id) : undefined,
          provider_refund ? eq(refunds.provider_id, provider_refund) : sql`false`,
        ),
      ),
    )
    .limit(1)
  return row
}

/** Maximum number of orders or refunds booked per statement, so that a month of any size stays below the statement timeout. */
const ROWS = 20_000

/**
 * Assigns the month to all unbooked payments and refunds made before `until`, including late ones of earlier months. Waits for
 * locked rows instead of skipping them. Does not bump the orders' versions, because no user edits this column.
 */
export async function bookMonth(tx: Tx, booked_month: string, until: Date): Promise<void> {
  const paid = and(isNull(orders.booked_month), isNotNull(orders.paid_at), lt(orders.paid_at, until))
  const paidBack = and(isNull(refunds.booked_month), eq(refunds.state, 'done'), lt(refunds.created_at, until))
  await untilEmpty(() => {
    const some = tx.select({ id: orders.id }).from(orders).where(paid).limit(ROWS)
    return tx.update(orders).set({ booked_month }).where(inArray(orders.id, some)).returning({ id: orders.id })
  })
  await untilEmpty(() => {
    const some = tx.select({ id: refunds.id }).from(refunds).where(paidBack).limit(ROWS)
    return tx.update(refunds).set({ booked_month }).where(inArray(refunds.id, some)).returning({ id: refunds.id })
  })
}

async function untilEmpty(batch: () => PromiseLike<unknown[]>): Promise<void> {
  while ((await batch()).length > 0);
}

/** Maximum number of orders cancelled per statement. */
const BATCH = 500

/** Expired and unpaid. A partly paid order stays open, because finance decides about the money received. */
const isExpired = and(
  inArray(orders.state, ['draft', 'awaiting_payment']),
  sql`${orders.expires_at} < now()`,
  sql`not exists (select 1 from ${transfers} where ${transfers.order_id} = ${orders.id})`,
)

export async function hasExpired(db: Db): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).where(isExpired).limit(1)
  return found.length > 0
}

/** Cancels expired orders. A payment that arrives later still fulfils them. */
export async function expireOrders(db: Db): Promise<void> {
  for (;;) {
    const expired = await db
      .update(orders)
      .set({ state: 'cancelled', closed_at: sql`now()`, version: sql`${orders.version} + 1` })
      .where(inBatch(orders, isExpired, BATCH))
      .returning({ id: orders.id })
    if (expired.length < BATCH) return
  }
}

export const paymentEventSource = {
  table: paymentEvents,
  id: sql`${paymentEvents.event_id}`,
  where: ({ id, q, order, kind, provider, unmatched }) =>
    and(
      id && isAmong(paymentEvents.event_id, id),
      // Must match the expression of the index `payment_events_search`.
      contains(sql`${paymentEvents.event_id} || ' ' || coalesce(${paymentEvents.payment}, '')`, q),
      order === undefined ? undefined : eq(paymentEvents.order_id, order),
      kind === undefined ? undefined : eq(paymentEvents.kind, kind),
      provider === undefined ? undefined : eq(paymentEvents.provider, provider),
      unmatched && sql`${paymentEvents.outcome} in ('waiting', 'unmatched', 'refused')`,
    ),
  keys: { received_at: [sql`${paymentEvents.received_at}`, sql`${paymentEvents.event_id}`] },
  read: async (db, slice) => {
    const rows = await sliceOf(
      db
        .select({ ...getTableColumns(paymentEvents), order_number: orders.number, ...slice.cursor })
        .from(paymentEvents)
        .leftJoin(orders, eq(orders.id, paymentEvents.order_id)),
      slice,
    )
    return rows.map(({ event_id, kind, facts: _, handled_at: __, ...row }) => ({
      ...row,
      id: event_id,
      kind: kind as ReadRow<'listPaymentEvents'>['kind'],
    }))
  },
} satisfies ListSourceOf<'listPaymentEvents'>
