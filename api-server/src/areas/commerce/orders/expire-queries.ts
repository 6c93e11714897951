import { and, inArray, sql } from 'drizzle-orm'
import { inBatch } from '../../../db/batch-sql.ts'
import type { Db } from '../../../db/open.ts'
import { orders, transfers } from '../../../db/schema/index.ts'

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
