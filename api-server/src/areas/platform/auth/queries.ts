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

/** Activated account with this address, ignoring case; undefined if there is none. */
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

/** Deletes the accounts that were created with this account's address and never activated: the first activation wins. */
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

/** Account with this id; undefined if its row was deleted. Also finds erased accounts. */
export async function findAccountRow(db: Db, id: string): Promise<Account | undefined> {
  const [row] = await byId(db, { id })
  return row
}

const byId = pipelinedRead('find_account', (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
)

/** Throws `not_found`. `username` may be the e-mail address of an activated account. Erased accounts are found only by `id`. */
export async function findAccount(
  db: Db,
  by: { id: string } | { username: string } | { idOrUsername: string },
): Promise<Account> {
  if ('id' in by) return (await findAccountRow(db, by.id)) ?? Promise.reject(accountGone())
  const name = 'username' in by ? by.username : by.idOrUsername
  const isId = 'idOrUsername' in by && isUuid(name)
  const [row] = await db
    .select()
    .from(users)
    .where(isId ? and(eq(users.id, name), isNull(users.erased_at)) : isNamed(name))
  if (!row) throw accountNotFound(name)
  return row
}

const accountGone = () => new ApiError('not_found', 'This account no longer exists.')

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

/** Locks an account to change its rights, address or state; waits for all other work of the account. Throws `not_found`. */
export async function lockAccount(tx: Db, by: { id: string } | { username: string }): Promise<Account> {
  const [row] = await tx
    .select()
    .from(users)
    .where('id' in by ? eq(users.id, by.id) : isNamed(by.username))
    .for('update')
  if (!row) throw 'id' in by ? accountGone() : accountNotFound(by.username)
  return row
}

/** Locks all administrators, in the same order, so that two last owners cannot demote each other concurrently. */
export async function lockAdministrators(tx: Db): Promise<Account[]> {
  return tx.select().from(users).where(isAdministrator).orderBy(asc(users.id)).for('update')
}

/** All administrators, including disabled ones. */
export const listAdministrators = (db: Db): Promise<Account[]> => db.select().from(users).where(isAdministrator)

/** Changes one account or several, and increments their versions. */
export async function updateAccount(tx: Db, ids: string | string[], change: AccountChange) {
  await tx
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(inArray(users.id, [ids].flat()))
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

/** Like `lockAccountNoKey`, for several accounts: always in the same order, so that concurrent calls cannot deadlock. */
export async function lockAccountsNoKey(tx: Db, ids: string[]): Promise<Account[]> {
  return tx.select().from(users).where(inArray(users.id, ids)).orderBy(asc(users.id)).for('no key update')
}

/** Like `lockAccountNoKey`, for starting something. Fails if the account was disabled or closed since it was authenticated. */
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
    eq(owner, (await findAccount(db, { username })).id)

/** Error for a username in a path that no account has. */
export const accountNotFound = (username: string) => new ApiError('not_found', `There is no account ${username}.`)
