import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import { orders, refunds } from '../../db/schema/index.ts'

/**
 * Counts in the month whatever was paid or paid back before its end and counts in no month yet: what came too late for an earlier one, too.
 * Nobody edits this, so the versions of the orders stay.
 */
export async function bookUntil(tx: Tx, booked_month: string, until: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ booked_month })
    .where(and(isNull(orders.booked_month), isNotNull(orders.paid_at), lt(orders.paid_at, until)))
  await tx
    .update(refunds)
    .set({ booked_month })
    .where(and(isNull(refunds.booked_month), eq(refunds.state, 'done'), lt(refunds.created_at, until)))
}
