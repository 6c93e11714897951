import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead, prepared } from '../../../db/prepared.ts'
import { users } from '../../../db/schema/index.ts'
import { isUuid } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { isAdministrator, isNamed, nameKey } from './sql.ts'

export type Account = typeof users.$inferSelect
export type AccountChange = Partial<typeof users.$inferInsert>

/** Finds an account by username, or by the e-mail address of an activated account. */
export async function findAccountByLogin(db: Db, login: string): Promise<Account | undefined> {
  const name = login.trim().toLowerCase()
  return name.includes('@') ? findActivatedByEmail(db, name) : findByUsername(db, name)
}

export async function findByUsername(db: Db, username: string): Promise<Account | undefined> {
  const [row] = await byUsername(db, { username: username.toLowerCase() })
  return row
}

const byUsername = pipelinedRead('find_by_username', (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.username, sql.placeholder('username'))),
)

export async function findActivatedByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await activatedByEmail(db, { email: email.toLowerCase() })
  return row
}

/** Accounts that were created with this address and never activated. There may be several. */
export async function listUnactivatedIds(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.activated_at)))
  return rows.map(({ id }) => id)
}

const activatedByEmail = pipelinedRead('find_activated_by_email', (db) =>
  db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql.placeholder('email')), isNotNull(users.activated_at))),
)

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function insertAccount(db: Db, row: typeof users.$inferInsert): Promise<Account> {
  const [inserted] = await db.insert(users).values(row).returning()
  if (!inserted) throw new Error('The insert returned no row')
  return inserted
}

export async function setPassword(db: Db, userId: string, password_hash: string) {
  await db
    .update(users)
    .set({ password_hash, password_changed_at: sql`now()`, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

/** Stores a newer hash of the same password unless the password has been changed meanwhile; returns whether it was stored. */
export async function rehashPassword(db: Db, userId: string, from: string, to: string): Promise<boolean> {
  const updated = await db
    .update(users)
    .set({ password_hash: to })
    .where(and(eq(users.id, userId), eq(users.password_hash, from)))
    .returning({ id: users.id })
  return updated.length > 0
}

/** Activates the account; undefined if it is disabled or already active. */
export async function activate(db: Db, userId: string): Promise<Account | undefined> {
  const [row] = await db
    .update(users)
    .set({ activated_at: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.activated_at), isNull(users.disabled_at)))
    .returning()
  return row
}

/** The first activation of an address wins and deletes the other unactivated accounts of that address. */
export async function deleteUnactivatedDuplicates(db: Db, { id, email }: Pick<Account, 'id' | 'email'>) {
  await db
    .delete(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.activated_at), ne(users.id, id)))
}

/** `last_seen_at` is precise to the minute, so that not every read causes a write. */
export const isLastSeenStale = sql`(${users.last_seen_at} is null or ${users.last_seen_at} < now() - interval '1 minute')`

export async function touchLastSeen(db: Db, userId: string) {
  await db
    .update(users)
    .set({ last_seen_at: sql`now()` })
    .where(and(eq(users.id, userId), isLastSeenStale))
}

export async function findUserId(db: Db, username: string): Promise<string> {
  const [row] = await db.select({ id: users.id }).from(users).where(isNamed(username))
  if (!row) throw accountNotFound(username)
  return row.id
}

export async function findAccountById(db: Db, id: string): Promise<Account> {
  const [row] = await byId(db, { id })
  if (!row) throw new ApiError('not_found', 'This account no longer exists.')
  return row
}

const byId = pipelinedRead('find_account', (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
)

export async function findAccountByUsername(db: Db, username: string): Promise<Account> {
  const [row] = await db.select().from(users).where(isNamed(username))
  if (!row) throw accountNotFound(username)
  return row
}

/** Finds an account by id or username, for use in a path. */
export async function findAccountByIdOrName(db: Db, name: string): Promise<Account> {
  if (!isUuid(name)) return findAccountByUsername(db, name)
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, name), isNull(users.erased_at)))
  if (!row) throw accountNotFound(name)
  return row
}

/** Ids of existing accounts by the given usernames or e-mail addresses. */
export async function listIdsByUsername(db: Db, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, username: users.username, email: users.email, activated_at: users.activated_at })
    .from(users)
    .where(or(...names.map(isNamed)))
  const idOf = new Map(
    rows.flatMap(({ id, username, email, activated_at }) => [
      [username, id] as const,
      ...(activated_at ? [[email.toLowerCase(), id] as const] : []),
    ]),
  )
  return new Map(
    names.flatMap((name) => {
      const id = idOf.get(nameKey(name))
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

export async function lockAccount(tx: Db, username: string): Promise<Account> {
  const [row] = await tx.select().from(users).where(isNamed(username)).for('update')
  if (!row) throw accountNotFound(username)
  return row
}

export async function lockAccountById(tx: Db, id: string): Promise<Account> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  if (!row) throw new ApiError('not_found', 'This account no longer exists.')
  return row
}

/**
 * Locks all administrators, always in the same order. Concurrent demotions are then serialised and the second sees the result of the first;
 * otherwise two last owners could demote each other.
 */
export async function lockAdministrators(tx: Db): Promise<Account[]> {
  return tx.select().from(users).where(isAdministrator).orderBy(asc(users.id)).for('update')
}

export const listAdministrators = (db: Db): Promise<Account[]> => db.select().from(users).where(isAdministrator)

export async function updateAccount(tx: Db, id: string, change: AccountChange) {
  await tx
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
}

export async function updateAccounts(tx: Db, ids: string[], change: AccountChange) {
  if (ids.length === 0) return
  await tx
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(inArray(users.id, ids))
}

/**
 * Locks the account until the transaction ends, so that concurrent work of one account is serialised: two vouchers for the same item, an order and
 * a voucher, two deployments. Inserts of rows that only reference the account do not wait.
 */
export async function lockAccountNoKey(tx: Db, id: string): Promise<void> {
  await accountLock(tx).execute({ id })
}

const accountLock = prepared((tx) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .for('no key update')
    .prepare('lock_account'),
)

/**
 * Returns the accepted terms of a locked account and the time. With `version`, accepts it first. Accepting does not count as an edit, so the
 * version of the row does not change.
 */
export async function acceptTerms(tx: Db, id: string, version: string | undefined, now: Date) {
  const accepted = { terms_version: users.terms_version, terms_accepted_at: users.terms_accepted_at }
  const [row] =
    version === undefined
      ? await tx.select(accepted).from(users).where(eq(users.id, id))
      : await tx
          .update(users)
          .set({ terms_version: version, terms_accepted_at: now })
          .where(eq(users.id, id))
          .returning(accepted)
  return row
}

/** Locks several accounts, always in the same order. */
export async function lockAccountsNoKey(tx: Db, ids: string[]): Promise<Account[]> {
  return tx.select().from(users).where(inArray(users.id, ids)).orderBy(asc(users.id)).for('no key update')
}

/**
 * Like `lockAccountNoKey`, for starting something. Fails if the account was disabled or closed after the request was authenticated, because what
 * that ended must not start again.
 */
export async function lockActiveAccount(tx: Db, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.disabled_at), isNull(users.deletion_due_at)))
    .for('no key update')
  if (!row) throw new ApiError('not_signed_in', 'You were signed out.')
}

/** Cancels a pending deletion unless it is already due. Only one of an undo and the erasure succeeds. */
export async function reopenAccount(tx: Db, id: string): Promise<Account | undefined> {
  const [row] = await tx
    .update(users)
    .set({ deletion_due_at: null, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, id), gt(users.deletion_due_at, sql`now()`)))
    .returning()
  return row
}

/** Deletes the row of an erased account that is no longer referenced. */
export async function deleteErasedAccount(tx: Db, id: string): Promise<void> {
  await tx.delete(users).where(and(eq(users.id, id), isNotNull(users.erased_at)))
}

/** Restricts a list to the account in the path. `owner` is the list's column with the account id. */
export const ofAccount =
  (owner: PgColumn) =>
  async (db: Db, { username = '' }: Record<string, string>): Promise<SQL> =>
    eq(owner, await findUserId(db, username))

export const accountNotFound = (username: string) => new ApiError('not_found', `There is no account ${username}.`)
