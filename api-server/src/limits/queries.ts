import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { pipelinedCount } from '../db/prepared.ts'
import { rateLimits } from '../db/schema/index.ts'
import type { SpecialDuties } from '../extension-points/personal-data.ts'

/** Attempts so far, and the time at which the count starts again. */
export interface Attempts {
  count: number
  resetsAt: Date
}

/** Counts an attempt in one statement, so that concurrent attempts of all processes are counted. */
export async function countAttempt(db: Db, key: string, seconds: number, now: Date): Promise<Attempts> {
  const [row] = await attempts(db, { key, ...windowOf(now, seconds) })
  if (!row) throw new Error('The upsert returned no row')
  return row
}

/** Values of `now` and `until`, for statements that count an attempt. */
export const windowOf = (now: Date, seconds: number) => ({
  now: now.toISOString(),
  until: new Date(now.getTime() + seconds * 1000).toISOString(),
})

const now = sql`${sql.placeholder('now')}::timestamptz`
const until = sql`${sql.placeholder('until')}::timestamptz`
const windowIsOver = sql`${rateLimits.resets_at} <= ${now}`
const counting = {
  target: rateLimits.key,
  set: {
    count: sql`case when ${windowIsOver} then 1 else ${rateLimits.count} + 1 end`,
    resets_at: sql`case when ${windowIsOver} then excluded.resets_at else ${rateLimits.resets_at} end`,
  },
}
const counted = { count: rateLimits.count, resetsAt: rateLimits.resets_at }

const attempts = pipelinedCount('count_try', (db) =>
  db
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), count: 1, resets_at: until })
    .onConflictDoUpdate(counting)
    .returning(counted),
)

/** Counts one attempt for each row of a select with the columns key, 1, and end of the window. Part of a statement with the value `now`. */
export const countingAttempts = (db: Db, rows: SQL) =>
  db.insert(rateLimits).select(rows).onConflictDoUpdate(counting).returning(counted)

/** Limits on the calls of an account: the values of the statement that counts them. */
export interface CallLimits {
  /** Keys of the counters by account and by network address. */
  account: string
  address: string
  byAccount: number
  byAddress: number
  now: string
  until: string
}

/** Attempts of a call. If the account is over its limit, the call is not counted for the address. */
export interface CallAttempts {
  account: Attempts
  address: Attempts | null
}

/** Counts a call by its account and, unless the account is over its limit, by its network address. */
export async function countCall(db: Db, limits: CallLimits): Promise<CallAttempts> {
  const [row] = await calls(db, { ...limits })
  if (!row) throw new Error('The upsert returned no row')
  return row
}

/**
 * CTEs of a statement that counts a call, so that a writing statement can count its call too. `within` has a row if the call is
 * within its limits. The values are `CallLimits`.
 */
export function countingCall(db: Db) {
  const account = db
    .$with('account_attempts')
    .as(countingAttempts(db, sql`select ${sql.placeholder('account')}::text, 1, ${until}`))
  const isWithin = lte(account.count, sql.placeholder('byAccount'))
  const address = db
    .$with('address_attempts')
    .as(
      countingAttempts(
        db,
        sql`select ${sql.placeholder('address')}::text, 1, ${until} from ${account} where ${isWithin}`,
      ),
    )
  const within = sql`${address} where ${lte(address.count, sql.placeholder('byAddress'))}`
  const columns = {
    account: { count: account.count, resetsAt: account.resetsAt },
    address: { count: address.count, resetsAt: address.resetsAt },
  }
  return { account, address, within, columns }
}

const calls = pipelinedCount('count_call', (db) => {
  const { account, address, columns } = countingCall(db)
  return db.with(account, address).select(columns).from(account).leftJoin(address, sql`true`)
})

/** Takes back one attempt. Returns the remaining number, or undefined if none was counted. */
export async function returnAttempt(db: Db, key: string): Promise<number | undefined> {
  const [row] = await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.count, 0)))
    .returning({ count: rateLimits.count })
  return row?.count
}

/** Deletes the counters whose key starts with one of `startingWith` or ends with `endingWith`. */
export async function deleteAttempts(
  db: Db,
  { startingWith, endingWith }: { startingWith: string[]; endingWith: string },
): Promise<void> {
  const startConditions = startingWith.map((start) => sql`starts_with(${rateLimits.key}, ${start})`)
  await db
    .delete(rateLimits)
    .where(or(...startConditions, sql`right(${rateLimits.key}, ${endingWith.length}::int) = ${endingWith}`))
}

/** Sign-in attempts with this name or address. */
const signInsOf = (name: string) => sql`starts_with(${rateLimits.key}, ${`signin:name:${name}:`})`

/** Keys of attempts contain the account's id, or the name typed at sign-in. */
export const attemptSpecials: SpecialDuties = {
  async erase(tx, { id, username, email }) {
    const signIns = [username, email.toLowerCase()].map(signInsOf)
    await tx.delete(rateLimits).where(or(sql`position(${id} in ${rateLimits.key}) > 0`, ...signIns))
  },
  ofAddress: {
    lists: [
      {
        what: 'Attempts to sign in with your address',
        erasure: 'They will be erased.',
        from: rateLimits,
        shows: { at: rateLimits.resets_at, tries: rateLimits.count },
        where: ({ email }) => signInsOf(email),
      },
    ],
    async erase(tx, { email }) {
      await tx.delete(rateLimits).where(signInsOf(email))
    },
  },
}
