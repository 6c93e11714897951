import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/**
 * Every word of `q` occurs somewhere in the text, whatever their accents and case; a trigram index on the same expression, folded by
 * `search_fold`, serves it. One or two letters
 * form a trigram only at the start of a word, with the space before it, so words that short match only there.
 * Punctuation alone is in no index: it narrows what other words find, and finds nothing by itself.
 */
export function contains(text: SQL | SQL.Aliased, q: string | undefined): SQL | undefined {
  const words = wordsOf(q)
  const folded = sql`search_fold(${text})`
  if (words.length > 0 && !words.some((word) => hasLetter.test(word))) return sql`false`
  return and(
    ...words.map((word) =>
      hasTrigram.test(word) || !hasLetter.test(word)
        ? sql`${folded} like ${`%${escaped(word)}%`}`
        : sql`(${folded} like ${`${escaped(word)}%`} or ${folded} like ${`% ${escaped(word)}%`})`,
    ),
  )
}

const hasLetter = /[\p{L}\p{N}]/u
const hasTrigram = /[\p{L}\p{N}]{3}/u

/** At most five words: more make the search slower, not better. */
const wordsOf = (q: string | undefined) =>
  searchFold(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 5)

/** The same as the SQL function `search_fold` (migration 0020): letters without their accents, in lower case. */
export const searchFold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ŁłØøĐđÐðŦŧĦħıßẞÆæŒœÞþ]/g, (letter) => plainLetters[letter] ?? letter)
    .toLowerCase()

/** Letters that are not made of another one and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ Ł: 'l', ł: 'l', Ø: 'o', ø: 'o', Đ: 'd', đ: 'd', Ð: 'd', ð: 'd', Ŧ: 't', ŧ: 't', Ħ: 'h', ħ: 'h', ı: 'i' },
  ...{ ß: 'ss', ẞ: 'ss', Æ: 'ae', æ: 'ae', Œ: 'oe', œ: 'oe', Þ: 'th', þ: 'th' },
}

const escaped = (word: string) => word.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/**
 * Up to this many matches are matches first and sorted in memory. Postgres overestimates the matches of a search (never
 * below one percent of the table), so for a small page it would walk the sort index instead, to the end of the table if
 * the matches are rare. Above this number, matches are frequent enough for that walk.
 */
export const SORT_IN_MEMORY_BELOW = 2_000

/** How many rows match, counted no further than `limit`. */
export async function countMatches(db: Db, table: PgTable, where: SQL | undefined, limit: number): Promise<number> {
  const matches = db
    .select({ unused: sql<number>`1`.as('unused') })
    .from(table)
    .where(where)
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(matches.limit(limit).as('matches'))
  return row?.count ?? 0
}

/** The same sort key in a form that no index matches. */
export const skipIndex = (key: SQL | PgColumn): SQL => sql`coalesce(${key}, ${key})`

/**
 * Sort key for a search: the column itself when there are many matches, otherwise a form that makes Postgres find the
 * rows first.
 */
export async function searchSortKey(db: Db, table: PgTable, where: SQL | undefined, key: PgColumn): Promise<SQL> {
  const matches = await countMatches(db, table, where, SORT_IN_MEMORY_BELOW + 1)
  return matches > SORT_IN_MEMORY_BELOW ? sql`${key}` : skipIndex(key)
}
