import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  certificates,
  deployments,
  mailTokens,
  orders,
  privacyRequests,
  users,
  vouchers,
} from '../../../db/schema/index.ts'
import { isOlder } from '../../../db/sql.ts'
import { hasExamInProgress } from '../../training/exam-attempts/index.ts'

export type PrivacyRequest = typeof privacyRequests.$inferSelect

const isOpen = (userId: string, kind: PrivacyRequest['kind']) =>
  and(eq(privacyRequests.user_id, userId), eq(privacyRequests.kind, kind), eq(privacyRequests.state, 'asked'))

/** The index `privacy_requests_open` rejects a second open request of the same kind. */
export async function insertRequest(
  tx: Db,
  row: Pick<typeof privacyRequests.$inferInsert, 'user_id' | 'kind' | 'due_at' | 'keep_certificates'>,
): Promise<PrivacyRequest> {
  const [inserted] = await tx.insert(privacyRequests).values(row).returning()
  if (!inserted) throw new Error('An insert returned no row')
  return inserted
}

export async function hasOpenRequest(db: Db, userId: string, kind: PrivacyRequest['kind']): Promise<boolean> {
  const [row] = await db.select({ id: privacyRequests.id }).from(privacyRequests).where(isOpen(userId, kind))
  return row !== undefined
}

export async function findRequest(db: Db, id: string): Promise<PrivacyRequest | undefined> {
  const [row] = await db.select().from(privacyRequests).where(eq(privacyRequests.id, id))
  return row
}

/** Archives in progress, downloadable archives, and failed ones. Newest first. */
export const listExports = (db: Db, userId: string) =>
  db
    .select()
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.user_id, userId),
        eq(privacyRequests.kind, 'export'),
        or(
          inArray(privacyRequests.state, ['asked', 'failed']),
          and(eq(privacyRequests.state, 'ready'), gt(privacyRequests.due_at, sql`now()`)),
        ),
      ),
    )
    .orderBy(desc(privacyRequests.created_at))
    .limit(10)

/** Archive of this account that can still be downloaded. */
export async function findReadyExport(db: Db, userId: string, id: string): Promise<PrivacyRequest | undefined> {
  const [row] = await db
    .select()
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.id, id),
        eq(privacyRequests.user_id, userId),
        eq(privacyRequests.kind, 'export'),
        eq(privacyRequests.state, 'ready'),
        gt(privacyRequests.due_at, sql`now()`),
      ),
    )
  return row
}

/** Id of the archive that a mailed token belongs to, only for its own account. The token can be used again until it expires. */
export async function findMailedExport(db: Db, userId: string, tokenHash: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: sql<string>`${mailTokens.data} ->> 'request_id'` })
    .from(mailTokens)
    .where(
      and(
        eq(mailTokens.token_hash, tokenHash),
        eq(mailTokens.kind, 'export'),
        eq(mailTokens.user_id, userId),
        isNull(mailTokens.used_at),
        gt(mailTokens.expires_at, sql`now()`),
      ),
    )
  return row?.id
}

/** Conditional update: of two runs of a job, or a run and a requested deletion, only the first takes effect. */
export async function finishExport(
  tx: Db,
  id: string,
  result: { state: 'ready'; file: string; due_at: Date } | { state: 'failed' },
): Promise<boolean> {
  const changed = await tx
    .update(privacyRequests)
    .set({ ...result, finished_at: sql`now()` })
    .where(and(eq(privacyRequests.id, id), eq(privacyRequests.state, 'asked')))
    .returning({ id: privacyRequests.id })
  return changed.length > 0
}

export const failExports = (tx: Db, userId: string) =>
  tx.update(privacyRequests).set({ state: 'failed', finished_at: sql`now()` }).where(isOpen(userId, 'export'))

/** Archives that no job finished within these hours. */
export const listStuckExports = (db: Db, hours: number) =>
  db
    .select({ id: privacyRequests.id })
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.kind, 'export'),
        eq(privacyRequests.state, 'asked'),
        sql`${privacyRequests.created_at} < now() - make_interval(hours => ${hours}::int)`,
      ),
    )

export const listOldArchives = (db: Db, { days, limit }: { days: number; limit: number }) =>
  db
    .select({ id: privacyRequests.id })
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.kind, 'export'),
        eq(privacyRequests.state, 'ready'),
        isOlder(privacyRequests.finished_at, days),
      ),
    )
    .limit(limit)

export const retireExport = (db: Db, id: string, from: 'ready' | 'asked') =>
  db
    .update(privacyRequests)
    .set({ state: from === 'ready' ? 'done' : 'failed', file: null, finished_at: sql`now()` })
    .where(and(eq(privacyRequests.id, id), eq(privacyRequests.state, from)))

export const listExportIds = (db: Db, userId: string) =>
  db
    .select({ id: privacyRequests.id })
    .from(privacyRequests)
    .where(and(eq(privacyRequests.user_id, userId), eq(privacyRequests.kind, 'export')))

export async function isSittingExam(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ isSitting: hasExamInProgress(sql`"users"."id"`) })
    .from(users)
    .where(eq(users.id, userId))
  return row?.isSitting === true
}

export async function countHeld(db: Db, userId: string) {
  const [labs] = await db
    .select({ n: count() })
    .from(deployments)
    .where(
      and(eq(deployments.user_id, userId), inArray(deployments.state, ['queued', 'held', 'provisioning', 'running'])),
    )
  const [issued] = await db
    .select({ n: count() })
    .from(certificates)
    .where(and(eq(certificates.user_id, userId), isNull(certificates.withdrawn_at)))
  const [unused] = await db
    .select({ n: count() })
    .from(vouchers)
    .where(and(eq(vouchers.owner_id, userId), eq(vouchers.state, 'available')))
  return { running_labs: labs?.n ?? 0, certificates: issued?.n ?? 0, unused_vouchers: unused?.n ?? 0 }
}

export const closeUndone = (tx: Db, userId: string) =>
  tx.update(privacyRequests).set({ state: 'undone', finished_at: sql`now()` }).where(isOpen(userId, 'deletion'))

/** Upcoming deletions whose owners were not reminded yet. */
export const listUnnotified = (db: Db, hours: number) =>
  db
    .select({ request: privacyRequests, account: users })
    .from(privacyRequests)
    .innerJoin(users, eq(users.id, privacyRequests.user_id))
    .where(
      and(
        eq(privacyRequests.kind, 'deletion'),
        eq(privacyRequests.state, 'asked'),
        isNull(privacyRequests.told_at),
        gt(users.deletion_due_at, sql`now()`),
        lte(users.deletion_due_at, sql`now() + make_interval(hours => ${hours}::int)`),
      ),
    )

/** Returns false if another sweep already sent the reminder. */
export async function markNotified(tx: Db, id: string): Promise<boolean> {
  const told = await tx
    .update(privacyRequests)
    .set({ told_at: sql`now()` })
    .where(and(eq(privacyRequests.id, id), eq(privacyRequests.state, 'asked'), isNull(privacyRequests.told_at)))
    .returning({ id: privacyRequests.id })
  return told.length > 0
}

export const listDue = (db: Db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletion_due_at), lte(users.deletion_due_at, sql`now()`)))
    .orderBy(asc(users.deletion_due_at))
    .limit(50)

/** Locks an account that is due for erasure. A concurrent undo waits, and then finds that it is too late. */
export async function lockDue(tx: Db, userId: string): Promise<typeof users.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), lte(users.deletion_due_at, sql`now()`)))
    .for('update')
  return row
}

export async function findOpenDeletion(tx: Db, userId: string): Promise<PrivacyRequest | undefined> {
  const [row] = await tx.select().from(privacyRequests).where(isOpen(userId, 'deletion'))
  return row
}

export const closeDeletion = (tx: Db, userId: string) =>
  tx.update(privacyRequests).set({ state: 'done', finished_at: sql`now()` }).where(isOpen(userId, 'deletion'))

/** Accounts with orders keep their row, because the law requires the orders to be retained. */
export async function hasOrders(tx: Db, userId: string): Promise<boolean> {
  const [row] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.user_id, userId)).limit(1)
  return row !== undefined
}
