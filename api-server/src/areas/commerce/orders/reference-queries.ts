import { and, eq, inArray, sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/index.ts'
import type { ContentReferences } from '../../../extension-points/content-references.ts'

/** Order that an entitlement was bought with. It stays with the buyer. */
export const orderReferences: ContentReferences = {
  async list(db, { order_id }) {
    if (!order_id) return []
    const rows = await db
      .select({ number: orders.number, state: orders.state })
      .from(orders)
      .where(eq(orders.id, order_id))
    return rows.map(({ number, state }) => ({
      what: `Order ${number}, ${state.replaceAll('_', ' ')}`,
      is: 'record',
      key: `order:${number}:${state}`,
    }))
  },
  async pending(db, { user_id, kind, slug }) {
    const rows = await db
      .select({ id: orders.id, number: orders.number })
      .from(orders)
      .where(
        and(
          eq(orders.user_id, user_id),
          inArray(orders.state, ['draft', 'awaiting_payment']),
          sql`${orders.lines} @> ${JSON.stringify([{ kind, slug }])}::jsonb`,
        ),
      )
      .orderBy(orders.created_at)
      .limit(20)
    return rows.map(({ id, number }) => ({ resource: 'orders' as const, id, what: `Order ${number} is not paid yet` }))
  },
}
