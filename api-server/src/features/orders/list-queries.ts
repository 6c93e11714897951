import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../db/list-source.ts'
import { orders } from '../../db/schema/index.ts'

export const orderSource = {
  table: orders,
  id: sql`${orders.id}::text`,
  where: ({ id, disputed }) => and(id && isAmongUuids(orders.id, id), disputed && eq(orders.state, 'disputed')),
  keys: { created_at: [sql`${orders.created_at}`, sql`${orders.id}`] },
  read: async (db, { where, order, from, limit, cursor }) => {
    const rows = await db
      .select({ ...getTableColumns(orders), ...cursor })
      .from(orders)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit)
    return rows.map((row) => ({
      ...row,
      total: { amount: row.total_amount, currency: row.currency },
      refunded: { amount: row.refunded_amount, currency: row.currency },
    }))
  },
} satisfies ListSourceOf<'listUserOrders'>
