import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether the text is a UUID. Comparing any other text to a uuid column is an error in Postgres, not a mismatch. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/**
 * The row with this id, found by its index; none for a text that is no id as Postgres writes them. The column compared as text would
 * need no check of the text, and no index would serve it.
 */
export const hasId = (column: AnyPgColumn, id: string): SQL =>
  isUuid(id) && id === id.toLowerCase() ? eq(column, id) : sql`false`

/** For a prepared statement, whose text cannot depend on how many ids there are: the placeholder takes what `toIdList` makes. */
export const isAmongIds = (column: AnyPgColumn, placeholder: string): SQL<boolean> =>
  sql`${column} = any(${sql.placeholder(placeholder)}::text::uuid[])`

export const toIdList = (ids: Iterable<string>): string => `{${[...new Set(ids)].join(',')}}`
