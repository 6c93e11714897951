import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../../db/open.ts'
import { orders, transfers, users } from '../../../../db/schema/index.ts'
import { oneRow } from '../../../../db/sql.ts'

const counter = alias(transfers, 'counter')

export type TransferRow = typeof transfers.$inferSelect

export const listTransfersOf = (db: Db, orderId: string) =>
  db
    .select({
      id: transfers.id,
      amount: transfers.amount,
      received_on: transfers.received_on,
      reference: transfers.reference,
      reason: transfers.reason,
      undoes: transfers.undoes,
      undone: sql<boolean>`${counter.id} is not null`,
      by: users.username,
      created_at: transfers.created_at,
    })
    .from(transfers)
    .leftJoin(counter, eq(counter.undoes, transfers.id))
    .leftJoin(users, eq(users.id, transfers.actor_id))
    .where(eq(transfers.order_id, orderId))
    .orderBy(asc(transfers.created_at), asc(transfers.id))

export const insertTransfer = (tx: Db, row: typeof transfers.$inferInsert): Promise<TransferRow> =>
  oneRow(tx.insert(transfers).values(row).returning())

/** Bumps the version, so that clients with an older version get a conflict. */
export const touchOrder = (tx: Db, id: string) =>
  tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))

const received = sql<number>`(select coalesce(sum(${transfers.amount}), 0)::int from ${transfers}
  where ${transfers.order_id} = ${orders.id})`

/** Days from the due date to the last and from the first reminder. */
const LATE_DAYS = 7
const EARLY_DAYS = 3

/** Reminder that is due now: 0 none, 1 before the due date, 2 on it, 3 after it. */
const stage = sql<1 | 2 | 3>`(case
  when ${orders.due_at} + make_interval(days => ${sql.raw(String(LATE_DAYS))}) <= now() then 3
  when ${orders.due_at} <= now() then 2
  when ${orders.due_at} - make_interval(days => ${sql.raw(String(EARLY_DAYS))}) <= now() then 1
  else 0 end)`

const isToRemind = and(
  eq(orders.state, 'awaiting_payment'),
  sql`${orders.due_at} <= now() + make_interval(days => ${sql.raw(String(EARLY_DAYS))})`,
  sql`${orders.reminders} < 3 and ${orders.reminders} < ${stage}`,
)

export const listToRemind = (db: Db, limit: number) =>
  db
    .select({ order: orders, stage, received, id: users.id, email: users.email, full_name: users.full_name })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(isToRemind)
    .orderBy(asc(orders.due_at), asc(orders.id))
    .limit(limit)

/** Marks the reminders as sent. Returns the orders whose reminder was still due. */
export async function claimReminders(tx: Db, ids: string[]): Promise<Set<string>> {
  const claimed = await tx
    .update(orders)
    .set({ reminders: stage })
    .where(and(inArray(orders.id, ids), isToRemind))
    .returning({ id: orders.id })
  return new Set(claimed.map(({ id }) => id))
}
