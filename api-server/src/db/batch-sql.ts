import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export const isOlder = (moment: SQLWrapper, days: number) =>
  sql`${moment} < now() - make_interval(days => ${days}::int)`

/** Selects up to `limit` rows of a table for an update, skipping locked rows. */
export const inBatch = (table: PgTable, where: SQL | undefined, limit: number) =>
  sql`ctid = any(array(select ctid from ${table} where ${where} limit ${limit}::int for update skip locked))`

/**
 * Matches the ids of a subquery that locks a limited number of rows. With `in (…)`, a plan may run the subquery again for each row and lock more than
 * the limit.
 */
export const isAmongLocked = (id: SQLWrapper, locking: SQLWrapper) => sql`${id} = any(array${locking})`
