import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { factors, recoveryCodes, users } from '../../../db/schema/index.ts'

export type Factor = typeof factors.$inferSelect

/** Whether signing in takes more than the password. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await countFactors(db, userId)) > 0
}

export async function countFactors(db: Db, userId: string): Promise<number> {
  return db.$count(factors, and(eq(factors.user_id, userId), isNotNull(factors.confirmed_at)))
}

/** The kinds of which the account has at least one. */
export async function listFactorKinds(db: Db, userId: string): Promise<Factor['kind'][]> {
  return (await kinds(db).execute({ userId })).map(({ kind }) => kind)
}

const kinds = prepared((db) =>
  db
    .selectDistinct({ kind: factors.kind })
    .from(factors)
    .where(and(eq(factors.user_id, sql.placeholder('userId')), isNotNull(factors.confirmed_at)))
    .orderBy(factors.kind)
    .prepare('list_factor_kinds'),
)

/** Makes changes of an account's factors wait for each other: which is the first, and which the last, decides about the codes. */
export async function lockFactors(tx: Db, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

/** Says whether the account had it. */
export async function removeFactor(tx: Db, userId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(factors)
    .where(and(eq(factors.id, id), eq(factors.user_id, userId)))
    .returning({ id: factors.id })
  return gone.length > 0
}

/** The authenticator app that the account has confirmed. */
export async function findTotp(db: Db, userId: string): Promise<Factor | undefined> {
  const [row] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.user_id, userId), eq(factors.kind, 'totp'), isNotNull(factors.confirmed_at)))
  return row
}

/** The one that waits for its first code, young enough to be meant. */
export async function findWaitingTotp(db: Db, userId: string): Promise<Factor | undefined> {
  const [row] = await db
    .select()
    .from(factors)
    .where(
      and(
        eq(factors.user_id, userId),
        eq(factors.kind, 'totp'),
        isNull(factors.confirmed_at),
        sql`${factors.created_at} > now() - interval '30 minutes'`,
      ),
    )
  return row
}

/** Puts one in waiting in the place of those that were never confirmed. */
export async function replaceWaitingTotp(tx: Db, row: typeof factors.$inferInsert) {
  await tx
    .delete(factors)
    .where(and(eq(factors.user_id, row.user_id), eq(factors.kind, 'totp'), isNull(factors.confirmed_at)))
  await tx.insert(factors).values(row)
}

export async function confirmTotp(tx: Db, id: string, step: number): Promise<boolean> {
  const confirmed = await tx
    .update(factors)
    .set({ confirmed_at: sql`now()`, last_step: step, last_used_at: sql`now()` })
    .where(and(eq(factors.id, id), isNull(factors.confirmed_at)))
    .returning({ id: factors.id })
  return confirmed.length > 0
}

/** Uses a step up, and with it every older one: of two tries with one code, one gets through (requirement 28). */
export async function consumeTotpStep(db: Db, id: string, step: number): Promise<boolean> {
  const used = await db
    .update(factors)
    .set({ last_step: step, last_used_at: sql`now()` })
    .where(and(eq(factors.id, id), or(isNull(factors.last_step), lt(factors.last_step, step))))
    .returning({ id: factors.id })
  return used.length > 0
}

/** Uses a recovery code up: of two tries at once, one gets it. */
export async function consumeRecoveryCode(db: Db, userId: string, code_hash: string): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ used_at: sql`now()` })
    .where(
      and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.code_hash, code_hash), isNull(recoveryCodes.used_at)),
    )
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: string[]) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  await tx.insert(recoveryCodes).values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.user_id, userId), isNull(recoveryCodes.used_at)))
}

export async function removeRecoveryCodes(tx: Db, userId: string) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
}

/** Removes the account's second factors and recovery codes, and says how many there were. */
export async function removeFactors(tx: Db, userId: string): Promise<{ factors: number; codes: number }> {
  const gone = await tx.delete(factors).where(eq(factors.user_id, userId)).returning({ id: factors.id })
  const codes = await tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.user_id, userId))
    .returning({ id: recoveryCodes.id })
  return { factors: gone.length, codes: codes.length }
}
