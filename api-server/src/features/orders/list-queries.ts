import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { ListQuery } from '../../db/list.ts'
import type { Db } from '../../db/open.ts'
import { orders } from '../../db/schema/index.ts'

/** One account's orders, the newest first. */
export async function listOrdersOf(
  db: Db,
  userId: string,
  { filter, from, limit }: ListQuery<{ id?: string[] }, 'created_at'>,
) {
  const where = and(eq(orders.user_id, userId), filter.id && inArray(sql`${orders.id}::text`, filter.id))
  const rows = await db
    .select()
    .from(orders)
    .where(where)
    .orderBy(desc(orders.created_at), desc(orders.id))
    .offset(from)
    .limit(limit)
  const data = rows.map((row) => ({
    ...row,
    total: { amount: row.total_amount, currency: row.currency },
    refunded: { amount: row.refunded_amount, currency: row.currency },
  }))
  return { data, ...(await countRows(db, orders, where)), from }
}
