import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import { orders, refunds } from '../../db/schema/index.ts'

/** Orders or refunds that one statement books: a month of any size stays below the time that a statement may take. */
const ROWS = 20_000

/**
 * Counts in the month whatever was paid or paid back before its end and counts in no month yet: what came too late for an earlier one, too.
 * It waits for what is locked and leaves nothing out. Nobody edits this, so the versions of the orders stay.
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
