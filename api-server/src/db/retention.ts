import { and, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { isOlder } from './sql.ts'

/** Retention of one kind of data. `/privacy` and the page of `npm run docs` show these texts. */
export interface Retention extends Period {
  name: string
  what: string
  why: string
  /** The rows of the first one expire. */
  tables: readonly PgTable[]
}

interface Period {
  /** Null if the retention is not a number of days; `since` then describes it. */
  days: number | null
  /** Start of the retention period, such as “after they ended”. */
  since: string
  /** Undefined if something else deletes the data, or if its retention is not a number of days. */
  expiry?: Expiry
}

/** Rows that have expired, and what becomes of them: deleted, or emptied by `set`. */
interface Expiry {
  isExpired(days: number): SQL | undefined
  set?: Readonly<Record<string, unknown>>
}

export const WHILE_ACCOUNT: Period = { days: null, since: 'as long as you have your account' }
export const FOR_EVER: Period = { days: null, since: 'forever' }

/** A time after which the days are counted, or a condition on them. */
type When = SQLWrapper | ((days: number) => SQL | undefined)

const expiresBy = (when: When, also: SQL | undefined) => (days: number) =>
  and(also, typeof when === 'function' ? when(days) : isOlder(when, days))

export const deletedAfter = (days: number, since: string, when: When, also?: SQL): Period => ({
  days,
  since,
  expiry: { isExpired: expiresBy(when, also) },
})

export const emptiedAfter = (
  days: number,
  since: string,
  set: Readonly<Record<string, unknown>>,
  when: When,
  also?: SQL,
): Period => ({ days, since, expiry: { isExpired: expiresBy(when, also), set } })
