import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/**
 * Every word of `q` stands somewhere in the text, and a trigram index on the same expression serves it. One or two letters are no
 * trigram, but at the beginning of a word they make one with the space before it: so short, they are looked for there alone. Signs
 * by themselves are in no index: they narrow what other words find, and find nothing alone.
 */
export function contains(text: SQL | SQL.Aliased, q: string | undefined): SQL | undefined {
  const words = wordsOf(q)
  if (words.length > 0 && !words.some((word) => hasLetter.test(word))) return sql`false`
  return and(
    ...words.map((word) =>
      hasTrigram.test(word) || !hasLetter.test(word)
        ? sql`${text} like ${`%${escaped(word)}%`}`
        : sql`(${text} like ${`${escaped(word)}%`} or ${text} like ${`% ${escaped(word)}%`})`,
    ),
  )
}

const hasLetter = /[\p{L}\p{N}]/u
const hasTrigram = /[\p{L}\p{N}]{3}/u

/** The text begins with `q`. An index with `text_pattern_ops` serves it. */
export const startsWith = (text: SQL, q: string): SQL => sql`${text} like ${`${escaped(q)}%`}`

/** At most five words: more would only make the search slower, not the answer better. */
const wordsOf = (q: string | undefined) => (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5)

const escaped = (word: string) => word.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/**
 * How many rows a search finds Postgres guesses, never less than one in a hundred once its sample holds one. For a page of a few it
 * would then walk along the page's order, and to the end of the table where they stand there. So many are found and sorted instead;
 * of more, some stand near wherever it begins.
 */
export const SORT_IN_MEMORY_BELOW = 2_000

/** The same key, and no index for it. */
export const skipIndex = (key: SQL | PgColumn): SQL => sql`coalesce(${key}, ${key})`

/** The key to order by what a search finds: its own, or one that has the rows found first. */
export async function keyFor(db: Db, table: PgTable, where: SQL | undefined, key: PgColumn): Promise<SQL> {
  const found = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
  const [row] = await db
    .select({ many: sql<boolean>`count(*) > ${SORT_IN_MEMORY_BELOW}` })
    .from(found.limit(SORT_IN_MEMORY_BELOW + 1).as('found'))
  return row?.many ? sql`${key}` : skipIndex(key)
}
