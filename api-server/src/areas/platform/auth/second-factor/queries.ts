import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { pipelinedRead } from '../../../../db/prepared.ts'
import { factors, recoveryCodes, settings, users } from '../../../../db/schema/index.ts'
import { ADMIN_SECOND_FACTOR } from '../../../../identity/queries.ts'

type Factor = typeof factors.$inferSelect

/** Whether signing in requires more than the password. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await countFactors(db, userId)) > 0
}

export async function countFactors(db: Db, userId: string): Promise<number> {
  return db.$count(factors, and(eq(factors.user_id, userId), isNotNull(factors.confirmed_at)))
}

/** The distinct kinds of the account's confirmed factors. */
export async function listFactorKinds(db: Db, userId: string): Promise<Factor['kind'][]> {
  return (await kinds(db, { userId })).map(({ kind }) => kind)
}

const kinds = pipelinedRead('list_factor_kinds', (db) =>
  db
    .selectDistinct({ kind: factors.kind })
    .from(factors)
    .where(and(eq(factors.user_id, sql.placeholder('userId')), isNotNull(factors.confirmed_at)))
    .orderBy(factors.kind),
)

/** Locks the account's factors. Changes must be serialised, because recovery codes depend on which factor is the first and which the last. */
export async function lockFactors(tx: Db, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

export async function deleteFactor(tx: Db, userId: string, id: string): Promise<boolean> {
  const removed = await tx
    .delete(factors)
    .where(and(eq(factors.id, id), eq(factors.user_id, userId)))
    .returning({ id: factors.id })
  return removed.length > 0
}

export async function findTotp(db: Db, userId: string): Promise<Factor | undefined> {
  const [row] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.user_id, userId), eq(factors.kind, 'totp'), isNotNull(factors.confirmed_at)))
  return row
}

/** The authenticator app that is waiting for its first code, if it was set up in the last 30 minutes. */
export async function findUnconfirmedTotp(db: Db, userId: string): Promise<Factor | undefined> {
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

/** Replaces authenticator apps that were never confirmed. */
export async function replaceUnconfirmedTotp(tx: Db, row: typeof factors.$inferInsert) {
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

/** Consumes a time step and every older one. Only one of two concurrent attempts with the same code succeeds. */
export async function consumeTotpStep(db: Db, id: string, step: number): Promise<boolean> {
  const updated = await db
    .update(factors)
    .set({ last_step: step, last_used_at: sql`now()` })
    .where(and(eq(factors.id, id), or(isNull(factors.last_step), lt(factors.last_step, step))))
    .returning({ id: factors.id })
  return updated.length > 0
}

/** Consumes a recovery code. Only one of two concurrent attempts succeeds. */
export async function consumeRecoveryCode(db: Db, userId: string, code_hash: string): Promise<boolean> {
  const updated = await db
    .update(recoveryCodes)
    .set({ used_at: sql`now()` })
    .where(
      and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.code_hash, code_hash), isNull(recoveryCodes.used_at)),
    )
    .returning({ id: recoveryCodes.id })
  return updated.length > 0
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: string[]) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  await tx.insert(recoveryCodes).values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.user_id, userId), isNull(recoveryCodes.used_at)))
}

export async function deleteRecoveryCodes(tx: Db, userId: string) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
}

/** Removes all second factors and recovery codes of the account; returns their numbers. */
export async function deleteFactors(tx: Db, userId: string): Promise<{ factors: number; codes: number }> {
  const removed = await tx.delete(factors).where(eq(factors.user_id, userId)).returning({ id: factors.id })
  const codes = await tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.user_id, userId))
    .returning({ id: recoveryCodes.id })
  return { factors: removed.length, codes: codes.length }
}

type Requirement = 'required' | 'optional'

export async function findAdminSecondFactor(db: Db): Promise<Requirement> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, ADMIN_SECOND_FACTOR))
  return row?.value === 'required' ? 'required' : 'optional'
}

export async function saveAdminSecondFactor(tx: Db, value: Requirement, updated_by: string) {
  await tx
    .insert(settings)
    .values({ key: ADMIN_SECOND_FACTOR, value, updated_by })
    .onConflictDoUpdate({ target: settings.key, set: { value, updated_by, updated_at: sql`now()` } })
}
