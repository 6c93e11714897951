import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Every word of `q` occurs somewhere in the text, whatever their accents and case; a trigram index on the same expression, folded by
 * `search_fold`, serves it. One or two letters
 * form a trigram only at the start of a word, with the space before it, so words that short match only there; the folded text begins with
 * a space.
 * Punctuation alone is in no index: it narrows what other words find, and finds nothing by itself.
 */
export const contains = (text: SQL | SQL.Aliased, q: string | undefined): SQL | undefined =>
  foldedContains(sql`search_fold(${text})`, q)

/** As `contains`, of a text that is kept as `search_fold` makes it. */
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

/** Whether a word of `q` is so short that its index finds it only at the start of words. */
export const hasShortWord = (q: string) => wordsOf(q).some((word) => hasLetter.test(word) && !hasTrigram.test(word))

/**
 * The parts of what is searched that an index finds by themselves, with the signs that stand beside them: of `anna@acme.example` these are `anna@`,
 * `@acme.` and `.example`. Every text that `contains` all of it contains each of them.
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

/** The same as the SQL function `search_fold` (migration 0023), which puts a space in front: letters without their accents, in lower case. */
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
