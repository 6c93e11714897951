import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/**
 * Every word of `q` occurs somewhere in the text; a trigram index on the same expression serves it. One or two letters
 * form a trigram only at the start of a word, with the space before it, so words that short match only there.
 * Punctuation alone is in no index: it narrows what other words find, and finds nothing by itself.
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

/** At most five words: more make the search slower, not better. */
const wordsOf = (q: string | undefined) => (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5)

const escaped = (word: string) => word.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/**
 * Up to this many matches are matches first and sorted in memory. Postgres overestimates the matches of a search (never
 * below one percent of the table), so for a small page it would walk the sort index instead, to the end of the table if
 * the matches are rare. Above this number, matches are frequent enough for that walk.
 */
export const SORT_IN_MEMORY_BELOW = 2_000

/** The same sort key in a form that no index matches. */
export const skipIndex = (key: SQL | PgColumn): SQL => sql`coalesce(${key}, ${key})`

/**
 * Sort key for a search: the column itself when there are many matches, otherwise a form that makes Postgres find the
 * rows first.
 */
export async function searchSortKey(db: Db, table: PgTable, where: SQL | undefined, key: PgColumn): Promise<SQL> {
  const matches = db
    .select({ unused: sql<number>`1`.as('unused') })
    .from(table)
    .where(where)
  const [row] = await db
    .select({ isFrequent: sql<boolean>`count(*) > ${SORT_IN_MEMORY_BELOW}` })
    .from(matches.limit(SORT_IN_MEMORY_BELOW + 1).as('matches'))
  return row?.isFrequent ? sql`${key}` : skipIndex(key)
}
