import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { factorRemovals, factors, mailTokens, users } from '../../../db/schema/index.ts'

export type FactorRemoval = typeof factorRemovals.$inferSelect

/** Hours for which the owner is warned. */
export const NOTICE_HOURS = 24

/** What the account could sign in with, without anything that opens it. */
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

/** The removal that waits, with who asked for it. */
export async function findWaitingRemoval(db: Db, userId: string) {
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

/** Of two at once, the index takes one. By the database's clock. */
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

/** Ends the one that waits; undefined when none does. Stopping and acting are this one update: one of them finds it waiting. */
export async function endWaitingRemoval(
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

/** The same for one whose notice is over. */
export async function finishRemoval(tx: Tx, id: string): Promise<FactorRemoval | undefined> {
  const [row] = await tx
    .update(factorRemovals)
    .set({ state: 'done', ended_at: sql`now()` })
    .where(and(eq(factorRemovals.id, id), eq(factorRemovals.state, 'waiting'), lte(factorRemovals.due_at, sql`now()`)))
    .returning()
  return row
}

/** One that was taken, and could not be done. */
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

/** Whose removal a mailed link stops, used or not. */
export async function findRemovalTokenOwner(db: Db, hash: string): Promise<string | undefined> {
  const [row] = await db
    .select({ user_id: mailTokens.user_id })
    .from(mailTokens)
    .where(and(eq(mailTokens.token_hash, hash), eq(mailTokens.kind, 'factor_removal')))
  return row?.user_id
}
