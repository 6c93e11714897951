import { eq, sql } from 'drizzle-orm'
import { orders, users } from '../../../db/schema/index.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'
import { matchesOrder } from './list-queries.ts'

export const orderSearch: SearchSource = {
  kind: 'order',
  operation: 'listOrders',
  table: orders,
  where: (q, _caller, byRow) => matchesOrder(q, byRow),
  having: (part, _q, _caller, byRow) => matchesOrder(part, byRow),
  keys: [sql`${orders.created_at}`, sql`${orders.id}`],
  descending: true,
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: sql<string>`${orders.id}::text`,
        title: sql<string>`${orders.number} || ' · ' || ${orders.title}`,
        detail: sql<string>`${users.username} || ' · ' || ${orders.state}`,
        within: sql<null>`null`,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.user_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
