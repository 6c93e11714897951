import { desc, eq, sql } from 'drizzle-orm'
import { orders, users } from '../../db/schema/index.ts'
import { contains, searchSortKey } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const matching = (q: string) => contains(sql`${orders.number} || ' ' || ${orders.title}`, q)

export const orderSearch: SearchSource = {
  kind: 'order',
  operation: 'listUserOrders',
  table: orders,
  where: matching,
  async find(db, q, limit) {
    const where = matching(q)
    return db
      .select({
        id: orders.number,
        title: sql<string>`${orders.number} || ' · ' || ${orders.title}`,
        detail: sql<string>`${users.username} || ' · ' || ${orders.state}`,
        within: users.username,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.user_id))
      .where(where)
      .orderBy(desc(await searchSortKey(db, orders, where, orders.created_at)))
      .limit(limit)
  },
}
