import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import { contains } from '../../../../db/lists/search.ts'
import type { Db } from '../../../../db/open.ts'
import { orders, payoutLines, payouts } from '../../../../db/schema/index.ts'
import { firstRow, oneRow } from '../../../../db/sql.ts'
import type { PayoutLine } from '../../../../integrations/payments.ts'

export const savePayout = (tx: Db, row: typeof payouts.$inferInsert): Promise<{ id: string }> =>
  oneRow(
    tx
      .insert(payouts)
      .values(row)
      // A failed payout never becomes paid, so a `paid` event after `failed` is an older one.
      .onConflictDoUpdate({
        target: [payouts.provider, payouts.number],
        set: { state: sql`case when ${payouts.state} = 'failed' then 'failed' else excluded.state end` },
      })
      .returning({ id: payouts.id }),
  )

export const findPayout = (db: Db, id: string) => firstRow(db.select().from(payouts).where(eq(payouts.id, id)))

export const listUnread = (db: Db) =>
  db.select({ id: payouts.id }).from(payouts).where(isNull(payouts.read_at)).orderBy(asc(payouts.created_at)).limit(20)

/** Saves a page of lines, each with the order of its payment. */
export async function saveLines(db: Db, payout: { id: string; provider: string }, lines: PayoutLine[]): Promise<void> {
  if (lines.length === 0) return
  const payments = [...new Set(lines.flatMap(({ payment }) => payment ?? []))]
  const found =
    payments.length === 0
      ? []
      : await db
          .select({ id: orders.id, payment: orders.provider_payment })
          .from(orders)
          .where(and(sql`${orders.provider} = ${payout.provider}`, inArray(orders.provider_payment, payments)))
  const orderOf = new Map(found.map(({ id, payment }) => [payment, id]))
  await db
    .insert(payoutLines)
    .values(
      lines.map((line) => ({
        ...line,
        payout_id: payout.id,
        order_id: (line.payment && orderOf.get(line.payment)) || null,
      })),
    )
    .onConflictDoNothing()
}

/** No order matches. Fees of the account itself are excluded, because they never belong to an order. */
const belongsToNone = sql`${payoutLines.order_id} is null and ${payoutLines.kind} <> 'fee'`

/** Marks a payout as read, with the sum of its lines and the number of unmatched ones. */
export const finishPayout = (db: Db, id: string) =>
  db
    .update(payouts)
    .set({
      read_at: sql`now()`,
      lines_amount: sql`(select coalesce(sum(net), 0)::bigint from ${payoutLines} where ${payoutLines.payout_id} = ${id})`,
      unmatched: sql`(select count(*)::int from ${payoutLines} where ${payoutLines.payout_id} = ${id} and ${belongsToNone})`,
    })
    .where(eq(payouts.id, id))

export const payoutSource = {
  table: payouts,
  id: sql`${payouts.id}::text`,
  where: ({ id, q, unmatched }) =>
    and(
      id && isAmongUuids(payouts.id, id),
      contains(sql`${payouts.number}`, q),
      unmatched && sql`${payouts.unmatched} > 0`,
    ),
  keys: { arrives_at: [sql`${payouts.arrives_at}`, sql`${payouts.id}`] },
  read: (db, slice) => sliceOf(db.select({ ...getTableColumns(payouts), ...slice.cursor }).from(payouts), slice),
} satisfies ListSourceOf<'listPayouts'>

export const payoutLineSource = {
  table: payoutLines,
  id: sql`${payoutLines.id}::text`,
  where: ({ id, payout, unmatched }) =>
    and(eq(payoutLines.payout_id, payout), id && isAmongUuids(payoutLines.id, id), unmatched && belongsToNone),
  keys: { happened_at: [sql`${payoutLines.happened_at}`, sql`${payoutLines.id}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({ ...getTableColumns(payoutLines), order: orders.number, ...slice.cursor })
        .from(payoutLines)
        .leftJoin(orders, eq(orders.id, payoutLines.order_id)),
      slice,
    ),
} satisfies ListSourceOf<'listPayoutLines'>
