import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../../db/open.ts'
import { factorRemovals, factors, mailTokens, users } from '../../../../db/schema/index.ts'

export type FactorRemoval = typeof factorRemovals.$inferSelect

/** Notice period before support removes lost second factors, in hours. */
export const NOTICE_HOURS = 24

export const listFactors = (db: Db, userId: string) =>
  db
    .select({
      id: factors.id,
      kind: factors.kind,
      name: factors.name,
      since: factors.created_at,
      last_used_at: factors.last_used_at,
    })
    .from(factors)
    .where(and(eq(factors.user_id, userId), isNotNull(factors.confirmed_at)))
    .orderBy(asc(factors.created_at), asc(factors.id))

export async function findPendingRemoval(db: Db, userId: string) {
  const [row] = await db
    .select({
      id: factorRemovals.id,
      due_at: factorRemovals.due_at,
      created_at: factorRemovals.created_at,
      reason: factorRemovals.reason,
      asked_by: sql<string | null>`(select u.username from ${users} u where u.id = ${factorRemovals.asked_by})`,
    })
    .from(factorRemovals)
    .where(and(eq(factorRemovals.user_id, userId), eq(factorRemovals.state, 'waiting')))
  return row
}

/** Inserts a removal; undefined if one is already pending. The due time is set by the database clock. */
export async function insertRemoval(
  tx: Tx,
  row: Pick<FactorRemoval, 'user_id' | 'asked_by' | 'reason'>,
): Promise<FactorRemoval | undefined> {
  const [inserted] = await tx
    .insert(factorRemovals)
    .values({ ...row, due_at: sql`now() + make_interval(hours => ${NOTICE_HOURS})` })
    .onConflictDoNothing()
    .returning()
  return inserted
}

/** Ends the pending removal; undefined if there is none. It is a single conditional update, so that only one of stopping and executing it succeeds. */
export async function endPendingRemoval(
  tx: Tx,
  userId: string,
  state: 'stopped' | 'cancelled',
  reason: string | null = null,
): Promise<FactorRemoval | undefined> {
  const [row] = await tx
    .update(factorRemovals)
    .set({ state, ended_at: sql`now()`, end_reason: reason })
    .where(and(eq(factorRemovals.user_id, userId), eq(factorRemovals.state, 'waiting')))
    .returning()
  return row
}

/** Same, for a removal whose notice period has ended. */
export async function finishRemoval(tx: Tx, id: string): Promise<FactorRemoval | undefined> {
  const [row] = await tx
    .update(factorRemovals)
    .set({ state: 'done', ended_at: sql`now()` })
    .where(and(eq(factorRemovals.id, id), eq(factorRemovals.state, 'waiting'), lte(factorRemovals.due_at, sql`now()`)))
    .returning()
  return row
}

/** Marks a due removal that could not be executed as cancelled. */
export async function markCancelled(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.update(factorRemovals).set({ state: 'cancelled', end_reason: reason }).where(eq(factorRemovals.id, id))
}

export const listDueRemovals = (db: Db, limit: number) =>
  db
    .select({ id: factorRemovals.id, user_id: factorRemovals.user_id })
    .from(factorRemovals)
    .where(and(eq(factorRemovals.state, 'waiting'), lte(factorRemovals.due_at, sql`now()`)))
    .orderBy(asc(factorRemovals.due_at))
    .limit(limit)

/** Account whose removal the mailed link stops; also for a used link. */
export async function findRemovalTokenOwner(db: Db, hash: string): Promise<string | undefined> {
  const [row] = await db
    .select({ user_id: mailTokens.user_id })
    .from(mailTokens)
    .where(and(eq(mailTokens.token_hash, hash), eq(mailTokens.kind, 'factor_removal')))
  return row?.user_id
}
