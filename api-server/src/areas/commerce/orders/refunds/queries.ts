import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { contentTitle, disputes, entitlements, orders, refunds, users, vouchers } from '../../../../db/schema/index.ts'
import { firstRow, oneRow } from '../../../../db/sql.ts'

export type RefundRow = typeof refunds.$inferSelect
type DisputeRow = typeof disputes.$inferSelect

/** Vouchers of the order that were refunded, or whose refund is in progress. */
export async function listRefundedVouchers(db: Db, orderId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: sql<string>`jsonb_array_elements(${refunds.lines}) ->> 'voucher_id'` })
    .from(refunds)
    .where(eq(refunds.order_id, orderId))
  return new Set(rows.map(({ id }) => id))
}

export const insertRefund = (tx: Db, row: typeof refunds.$inferInsert): Promise<RefundRow> =>
  oneRow(
    tx
      .insert(refunds)
      .values({ ...row, ...(row.state === 'done' && { settled_at: sql`now()` }) })
      .returning(),
  )

export const findRefund = (db: Db, id: string): Promise<RefundRow | undefined> =>
  firstRow(db.select().from(refunds).where(eq(refunds.id, id)))

/** Changes a refund whose order the caller has locked. */
export const updateRefund = (tx: Db, id: string, change: Partial<RefundRow>) =>
  tx
    .update(refunds)
    .set({ ...change, ...(change.state && { settled_at: change.state === 'asked' ? null : sql`now()` }) })
    .where(eq(refunds.id, id))

/** Saves the provider's id for this try. Does nothing if the refund was settled or retried in the meantime. */
export const saveProviderId = (db: Db, { id, tries }: RefundRow, providerId: string) =>
  db
    .update(refunds)
    .set({ provider_id: providerId })
    .where(and(eq(refunds.id, id), eq(refunds.tries, tries), isNull(refunds.provider_id)))

/** Maximum number of refunds per job run. The next run handles the rest. */
const BATCH = 50

/** Refunds that the provider has not accepted yet, oldest first. */
export const listUnrequested = (db: Db) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(and(eq(refunds.state, 'asked'), isNull(refunds.provider_id), eq(orders.provider, 'stripe')))
    .orderBy(asc(refunds.created_at), asc(refunds.id))
    .limit(BATCH)

/** Refunds whose mails are still to be written, oldest first. */
export const listUnmailed = (db: Db, limit: number) =>
  db
    .select({
      refund: refunds,
      number: orders.number,
      title: orders.title,
      billing: orders.billing,
      currency: orders.currency,
      provider: orders.provider,
      buyer: { id: users.id, email: users.email, full_name: users.full_name },
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(eq(refunds.mails_wait, true))
    .orderBy(asc(refunds.created_at), asc(refunds.id))
    .limit(limit)

const losing = {
  id: users.id,
  email: users.email,
  full_name: users.full_name,
  titles: sql<string[]>`array_agg(${contentTitle(entitlements)} order by 1)`,
}

/** Accounts other than the buyer that lost access through a refund, with the titles of what they lost. */
export const listLostAccess = (db: Db, refundId: string) =>
  db
    .select(losing)
    .from(refunds)
    .innerJoin(vouchers, eq(vouchers.order_id, refunds.order_id))
    // Only access revoked in the refund's own transaction: its `now()` is the refund's `created_at`. Earlier revocations had their own mails.
    .innerJoin(
      entitlements,
      and(eq(entitlements.voucher_id, vouchers.id), eq(entitlements.revoked_at, refunds.created_at)),
    )
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(users, and(eq(users.id, entitlements.user_id), ne(users.id, orders.user_id)))
    .where(eq(refunds.id, refundId))
    .groupBy(users.id)

/** Marks the mails of a refund as written. Returns false if another run already did. */
export async function claimRefundMails(tx: Db, id: string): Promise<boolean> {
  const claimed = await tx
    .update(refunds)
    .set({ mails_wait: false })
    .where(and(eq(refunds.id, id), eq(refunds.mails_wait, true)))
    .returning({ id: refunds.id })
  return claimed.length > 0
}

/** Refunds of several orders, newest first. */
export const listRefundsOfOrders = async (db: Db, orderIds: string[]) =>
  orderIds.length === 0
    ? []
    : db.select().from(refunds).where(inArray(refunds.order_id, orderIds)).orderBy(desc(refunds.created_at)).limit(2000)

export async function findDispute(tx: Db, provider: string, number: string): Promise<DisputeRow | undefined> {
  const [row] = await tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.provider, provider), eq(disputes.number, number)))
  return row
}

export const insertDispute = (tx: Db, row: typeof disputes.$inferInsert): Promise<DisputeRow> =>
  oneRow(tx.insert(disputes).values(row).returning())

export const updateDispute = (tx: Db, id: string, change: Partial<DisputeRow>) =>
  tx
    .update(disputes)
    .set({ ...change, ...(change.state && { closed_at: sql`now()` }) })
    .where(eq(disputes.id, id))

export const hasOpenDispute = async (tx: Db, orderId: string): Promise<boolean> =>
  (await tx.$count(disputes, and(eq(disputes.order_id, orderId), eq(disputes.state, 'open')))) > 0

/**
 * Requests the resumption mails of the order's disputes. Learners who got the suspension mail also get the resumption mail; if the first
 * was never sent, neither is.
 */
export const markResumed = (tx: Db, orderId: string) =>
  tx
    .update(disputes)
    .set({ tell: sql`case when ${disputes.tell} is null then 'resumed' end` })
    .where(and(eq(disputes.order_id, orderId), sql`cardinality(${disputes.suspended}) > 0`))

/** Disputes with mails still to be written, oldest first. */
export const listUnmailedDisputes = (db: Db, limit: number) =>
  db
    .select({ id: disputes.id, tell: disputes.tell })
    .from(disputes)
    .where(sql`${disputes.tell} is not null`)
    .orderBy(asc(disputes.opened_at), asc(disputes.id))
    .limit(limit)

/** Accounts whose access this dispute suspended: those still suspended, or those resumed by now. With the titles. */
export const listAffected = (db: Db, disputeId: string, tell: 'suspended' | 'resumed') =>
  db
    .select(losing)
    .from(disputes)
    .innerJoin(entitlements, sql`${entitlements.id} = any(${disputes.suspended})`)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .where(
      and(
        eq(disputes.id, disputeId),
        isNull(entitlements.revoked_at),
        tell === 'suspended' ? isNotNull(entitlements.suspended_at) : isNull(entitlements.suspended_at),
      ),
    )
    .groupBy(users.id)

/** Marks these mails of a dispute as written. Returns false if another run already did, or if the dispute was decided in the meantime. */
export async function claimDisputeMails(tx: Db, id: string, tell: 'suspended' | 'resumed'): Promise<boolean> {
  const claimed = await tx
    .update(disputes)
    .set({ tell: null })
    .where(and(eq(disputes.id, id), eq(disputes.tell, tell)))
    .returning({ id: disputes.id })
  return claimed.length > 0
}

/** Times at which the order's disputes suspended access. */
export const suspensionTimes = (orderId: string) =>
  sql`select d.opened_at from disputes d where d.order_id = ${orderId}::uuid`

export const listDisputesOf = (db: Db, orderId: string) =>
  db
    .select()
    .from(disputes)
    .where(eq(disputes.order_id, orderId))
    .orderBy(desc(disputes.opened_at), desc(disputes.id))
    .limit(100)

export async function listVoucherIds(db: Db, orderId: string): Promise<string[]> {
  const rows = await db.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.order_id, orderId))
  return rows.map(({ id }) => id)
}
