import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Every word of `q` occurs somewhere in the text, regardless of accents and case. A trigram index on the same expression, folded by `search_fold`,
 * supports it. One or two letters form a trigram only at the start of a word, including the space before it, so such short words match only there;
 * the folded text begins with a space. Punctuation is not indexed: it narrows the matches of other words and finds nothing on its own.
 */
export const contains = (text: SQL | SQL.Aliased, q: string | undefined): SQL | undefined =>
  foldedContains(sql`search_fold(${text})`, q)

/** Like `contains`, for a text stored in the form of `search_fold`. */
export function foldedContains(folded: SQL | PgColumn, q: string | undefined): SQL | undefined {
  const words = wordsOf(q)
  if (words.length > 0 && !words.some((word) => hasLetter.test(word))) return sql`false`
  return and(
    ...words.map((word) =>
      hasTrigram.test(word) || !hasLetter.test(word)
        ? sql`${folded} like ${`%${escaped(word)}%`}`
        : sql`${folded} like ${`% ${escaped(word)}%`}`,
    ),
  )
}

/** Whether `q` has a word so short that the index only finds it at the start of words. */
export const hasShortWord = (q: string) => wordsOf(q).some((word) => hasLetter.test(word) && !hasTrigram.test(word))

/**
 * The parts of a search text that an index can find separately, with adjacent punctuation: `anna@acme.example` gives `anna@`, `@acme.` and
 * `.example`. Every text that `contains` all of it contains each part.
 */
export const partsOf = (q: string): string[] =>
  wordsOf(q).flatMap((word) =>
    Array.from(word.matchAll(PARTS), ([part, before = '', after = '']) => before + part + after),
  )
const PARTS = /(?<=([^\p{L}\p{N}]?))[\p{L}\p{N}]{3,}(?=([^\p{L}\p{N}]?))/gu

const hasLetter = /[\p{L}\p{N}]/u
const hasTrigram = /[\p{L}\p{N}]{3}/u

/** At most five words: more make the search slower, not better. */
const wordsOf = (q: string | undefined) =>
  searchFold(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 5)

/** Same as the SQL function `search_fold` (migration 0023), which also prepends a space: removes accents and converts to lower case. */
export const searchFold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđðŧħıßæœþ]/g, (letter) => plainLetters[letter] ?? letter)

/** Letters that do not decompose into a base letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ŧ: 't',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

const escaped = (word: string) => word.replace(/[\\%_]/g, (sign) => `\\${sign}`)
