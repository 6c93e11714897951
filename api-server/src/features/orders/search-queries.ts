import { eq, sql } from 'drizzle-orm'
import { orders, users } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

export const orderSearch: SearchSource = {
  kind: 'order',
  operation: 'listUserOrders',
  table: orders,
  where: (q) => contains(sql`${orders.number} || ' ' || ${orders.title}`, q),
  keys: [sql`${orders.created_at}`, sql`${orders.id}`],
  descending: true,
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: orders.number,
        title: sql<string>`${orders.number} || ' · ' || ${orders.title}`,
        detail: sql<string>`${users.username} || ' · ' || ${orders.state}`,
        within: users.username,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.user_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
