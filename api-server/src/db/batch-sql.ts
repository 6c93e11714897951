import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export const isOlder = (moment: SQLWrapper, days: number) =>
  sql`${moment} < now() - make_interval(days => ${days}::int)`

/** At most so many rows of a table to change at once, leaving out those that somebody else has locked. */
export const inBatch = (table: PgTable, where: SQL | undefined, limit: number) =>
  sql`ctid = any(array(select ctid from ${table} where ${where} limit ${limit}::int for update skip locked))`

/** Among the ids of a subquery that locks a limited number of rows. As `in (…)`, a plan may run it again for each row, and lock more than its limit. */
export const isAmongLocked = (id: SQLWrapper, locking: SQLWrapper) => sql`${id} = any(array${locking})`
