import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { users } from '../../db/schema/index.ts'
import { ApiError } from '../../errors.ts'
import { isAdministrator } from './account-sql.ts'
import { noSuchAccount } from './errors.ts'

export type Account = typeof users.$inferSelect
export type AccountChange = Partial<typeof users.$inferInsert>

/** By username, or by the e-mail address of an activated account. */
export async function findAccountByLogin(db: Db, login: string): Promise<Account | undefined> {
  const name = login.trim().toLowerCase()
  return name.includes('@') ? findActivatedByEmail(db, name) : findByUsername(db, name)
}

export async function findByUsername(db: Db, username: string): Promise<Account | undefined> {
  const [row] = await byUsername(db).execute({ username: username.toLowerCase() })
  return row
}

const byUsername = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.username, sql.placeholder('username')))
    .prepare('find_by_username'),
)

export async function findActivatedByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await activatedByEmail(db).execute({ email: email.toLowerCase() })
  return row
}

/** The accounts that were begun with this address and never activated: any number may claim one. */
export async function listUnactivatedIds(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.activated_at)))
  return rows.map(({ id }) => id)
}

const activatedByEmail = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql.placeholder('email')), isNotNull(users.activated_at)))
    .prepare('find_activated_by_email'),
)

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function insertAccount(db: Db, row: typeof users.$inferInsert): Promise<Account> {
  const [inserted] = await db.insert(users).values(row).returning()
  if (!inserted) throw new Error('An insert returned no row')
  return inserted
}

export async function setPassword(db: Db, userId: string, password_hash: string) {
  await db
    .update(users)
    .set({ password_hash, password_changed_at: sql`now()`, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

/** Keeps the same password's newer hash, unless the password was changed meanwhile; says whether it did. */
export async function rehashPassword(db: Db, userId: string, from: string, to: string): Promise<boolean> {
  const kept = await db
    .update(users)
    .set({ password_hash: to })
    .where(and(eq(users.id, userId), eq(users.password_hash, from)))
    .returning({ id: users.id })
  return kept.length > 0
}

/** Activates the account unless it is disabled or its address was activated by another; says whether it did. */
export async function activate(db: Db, userId: string): Promise<Account | undefined> {
  const [row] = await db
    .update(users)
    .set({ activated_at: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.activated_at), isNull(users.disabled_at)))
    .returning()
  return row
}

/** The first activation of an address wins and removes its other unactivated accounts. */
export async function deleteUnactivatedDuplicates(db: Db, { id, email }: Pick<Account, 'id' | 'email'>) {
  await db
    .delete(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.activated_at), ne(users.id, id)))
}

/** `last_seen_at` is precise to the minute, so that reading does not write every time. */
export const isLastSeenStale = sql`(${users.last_seen_at} is null or ${users.last_seen_at} < now() - interval '1 minute')`

export async function touchLastSeen(db: Db, userId: string) {
  await db
    .update(users)
    .set({ last_seen_at: sql`now()` })
    .where(and(eq(users.id, userId), isLastSeenStale))
}

/** The id behind a username. */
export async function findUserId(db: Db, username: string): Promise<string> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username.toLowerCase()), isNull(users.erased_at)))
  if (!row) throw noSuchAccount(username)
  return row.id
}

export async function findAccountById(db: Db, id: string): Promise<Account> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  if (!row) throw new ApiError('not_found', 'This account is gone.')
  return row
}

export async function findAccountByUsername(db: Db, username: string): Promise<Account> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.username, username.toLowerCase()), isNull(users.erased_at)))
  if (!row) throw noSuchAccount(username)
  return row
}

/** The account, locked until the transaction ends. */
export async function lockAccount(tx: Db, username: string): Promise<Account> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.username, username.toLowerCase()), isNull(users.erased_at)))
    .for('update')
  if (!row) throw noSuchAccount(username)
  return row
}

/** The account of this id, locked until the transaction ends. */
export async function lockAccountById(tx: Db, id: string): Promise<Account> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  if (!row) throw new ApiError('not_found', 'This account is gone.')
  return row
}

/**
 * Locks all administrators, in one order for everybody. Two demotions at once then come one after the other, and the
 * second sees what the first left: without it each of two last owners could demote the other.
 */
export async function lockAdministrators(tx: Db): Promise<Account[]> {
  return tx.select().from(users).where(isAdministrator).orderBy(asc(users.id)).for('update')
}

export const listAdministrators = (db: Db): Promise<Account[]> => db.select().from(users).where(isAdministrator)

/** Writes the change and counts the version up. */
export async function updateAccount(tx: Db, id: string, change: AccountChange) {
  await tx
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
}

/** Closes or opens many accounts at once. */
export async function updateAccounts(tx: Db, ids: string[], change: AccountChange) {
  if (ids.length === 0) return
  await tx
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(inArray(users.id, ids))
}

/**
 * Holds the account until the transaction ends, so that what one account begins twice at once comes one after the other: two vouchers for
 * the same thing, an order and a voucher, two deployments. Rows that only point at the account do not wait.
 */
export async function holdAccount(tx: Db, id: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
}

/** Opens an account again that waits for its deletion, unless its time is over; of an undo and the erasure, one comes through. */
export async function reopenAccount(tx: Db, id: string): Promise<Account | undefined> {
  const [row] = await tx
    .update(users)
    .set({ deletion_due_at: null, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, id), gt(users.deletion_due_at, sql`now()`)))
    .returning()
  return row
}

/** The row of an account of which nothing is left. */
export async function deleteErasedAccount(tx: Db, id: string): Promise<void> {
  await tx.delete(users).where(and(eq(users.id, id), isNotNull(users.erased_at)))
}
