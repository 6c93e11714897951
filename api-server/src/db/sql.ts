import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgColumn, PgTable } from 'drizzle-orm/pg-core'

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

/** Seconds without a heartbeat after which a worker counts as dead and another worker may take over its work. */
export const DEAD_AFTER_SECONDS = 30

export const isHeartbeatStale = (heartbeat: PgColumn): SQL =>
  sql`(${heartbeat} is null or ${heartbeat} < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int))`

/** Whether the text is a UUID. Comparing any other text to a uuid column is an error in Postgres, not a mismatch. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The text if it is an id in the form that Postgres writes, else null. */
export const toId = (text: string): string | null => (isUuid(text) && text === text.toLowerCase() ? text : null)

/**
 * The row with this id, found by its index; none if the text is not an id. Comparing the column as text would not need the check, but could not use
 * an index.
 */
export function hasId(column: AnyPgColumn, text: string): SQL {
  const id = toId(text)
  return id === null ? sql`false` : eq(column, id)
}

/** For a prepared statement, whose text cannot depend on the number of ids. The placeholder takes the result of `toIdList`. */
export const isAmongIds = (column: AnyPgColumn, placeholder: string): SQL<boolean> =>
  sql`${column} = any(${sql.placeholder(placeholder)}::text::uuid[])`

export const toIdList = (ids: Iterable<string>): string => `{${[...new Set(ids)].join(',')}}`

/** First row of a query, if there is one. */
export const firstRow = async <Row>(query: PromiseLike<Row[]>): Promise<Row | undefined> => (await query)[0]

/** First row of a statement. Throws if there is none: by default an internal error, for inserts that cannot conflict and rows known to exist. */
export async function oneRow<Row>(
  statement: PromiseLike<Row[]>,
  missing = (): Error => new Error('The statement returned no row'),
): Promise<Row> {
  const [row] = await statement
  if (!row) throw missing()
  return row
}

/** Columns of a table under their own names, for a select. */
export const columnsOf = <T extends object, K extends keyof T>(table: T, ...names: K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, K>

/** Serialises the transactions that lock this name. */
export const lockName = (tx: { execute(statement: SQL): PromiseLike<unknown> }, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
