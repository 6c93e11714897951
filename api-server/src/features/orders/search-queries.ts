import { desc, eq, sql } from 'drizzle-orm'
import { orders, users } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { Searchable } from '../search/searchable.ts'

export const ordersFound: Searchable = {
  kind: 'order',
  find: (db, q, limit) =>
    db
      .select({
        id: orders.number,
        title: sql<string>`${orders.number} || ' · ' || ${orders.title}`,
        detail: sql<string>`${users.username} || ' · ' || ${orders.state}`,
        within: users.username,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.user_id))
      .where(contains(sql`(lower(${orders.number}) || ' ' || lower(${orders.title}))`, q))
      .orderBy(desc(orders.created_at))
      .limit(limit),
}
