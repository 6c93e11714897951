import { and, inArray, sql } from 'drizzle-orm'
import { inBatch } from '../../db/batch-sql.ts'
import type { Db } from '../../db/open.ts'
import { orders, transfers } from '../../db/schema/index.ts'

/** Orders that one statement cancels. */
const BATCH = 500

/** Past its time. An order that was paid in part stays open, because its money is here: finance decides. */
const isExpired = and(
  inArray(orders.state, ['draft', 'awaiting_payment']),
  sql`${orders.expires_at} < now()`,
  sql`not exists (select 1 from ${transfers} where ${transfers.order_id} = ${orders.id})`,
)

export async function hasExpired(db: Db): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).where(isExpired).limit(1)
  return found.length > 0
}

/** Cancels open orders whose time is over. A payment that comes after all still fulfils them. */
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
