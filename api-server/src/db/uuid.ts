import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

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
