import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import { orders, refunds } from '../../../db/schema/index.ts'

/** Maximum number of orders or refunds booked per statement, so that a month of any size stays below the statement timeout. */
const ROWS = 20_000

/**
 * Assigns the month to all unbooked payments and refunds made before `until`, including late ones of earlier months. Waits for
 * locked rows instead of skipping them. Does not bump the orders' versions, because no user edits this column.
 */
export async function bookUntil(tx: Tx, booked_month: string, until: Date): Promise<void> {
  const paid = and(isNull(orders.booked_month), isNotNull(orders.paid_at), lt(orders.paid_at, until))
  const paidBack = and(isNull(refunds.booked_month), eq(refunds.state, 'done'), lt(refunds.created_at, until))
  await untilEmpty(() => {
    const some = tx.select({ id: orders.id }).from(orders).where(paid).limit(ROWS)
    return tx.update(orders).set({ booked_month }).where(inArray(orders.id, some)).returning({ id: orders.id })
  })
  await untilEmpty(() => {
    const some = tx.select({ id: refunds.id }).from(refunds).where(paidBack).limit(ROWS)
    return tx.update(refunds).set({ booked_month }).where(inArray(refunds.id, some)).returning({ id: refunds.id })
  })
}

async function untilEmpty(batch: () => PromiseLike<unknown[]>): Promise<void> {
  while ((await batch()).length > 0);
}
