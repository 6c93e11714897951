import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Whether the text is a UUID. Comparing any other text to a uuid column is an error in Postgres, not a mismatch. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** For a prepared statement, whose text cannot depend on how many ids there are: the placeholder takes what `toIdList` makes. */
export const isAmongIds = (column: AnyPgColumn, placeholder: string): SQL<boolean> =>
  sql`${column} = any(${sql.placeholder(placeholder)}::text::uuid[])`

export const toIdList = (ids: Iterable<string>): string => `{${[...new Set(ids)].join(',')}}`
