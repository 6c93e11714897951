import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether the text is a UUID. Comparing any other text to a uuid column is an error in Postgres, not a mismatch. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The text if it is an id as Postgres writes them, else null. */
export const toId = (text: string): string | null => (isUuid(text) && text === text.toLowerCase() ? text : null)

/**
 * The row with this id, found by its index; none for a text that is no id. The column compared as text would need no check of the
 * text, and no index would serve it.
 */
export function hasId(column: AnyPgColumn, text: string): SQL {
  const id = toId(text)
  return id === null ? sql`false` : eq(column, id)
}

/** For a prepared statement, whose text cannot depend on how many ids there are: the placeholder takes what `toIdList` makes. */
export const isAmongIds = (column: AnyPgColumn, placeholder: string): SQL<boolean> =>
  sql`${column} = any(${sql.placeholder(placeholder)}::text::uuid[])`

export const toIdList = (ids: Iterable<string>): string => `{${[...new Set(ids)].join(',')}}`
