import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, type ReadRow } from '../../../db/list-source.ts'
import { orders, paymentEvents } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'

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
  read: async (db, { where, order, from, limit, cursor }) => {
    const rows = await db
      .select({ ...getTableColumns(paymentEvents), order_number: orders.number, ...cursor })
      .from(paymentEvents)
      .leftJoin(orders, eq(orders.id, paymentEvents.order_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit)
    return rows.map(({ event_id, kind, facts: _, handled_at: __, ...row }) => ({
      ...row,
      id: event_id,
      kind: kind as ReadRow<'listPaymentEvents'>['kind'],
    }))
  },
} satisfies ListSourceOf<'listPaymentEvents'>
