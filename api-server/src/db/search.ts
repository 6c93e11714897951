import { and, type SQL, sql } from 'drizzle-orm'

/** Every word of `q` stands somewhere in the text. With three letters or more a trigram index on the same expression serves it. */
export const contains = (text: SQL | SQL.Aliased, q: string | undefined): SQL | undefined =>
  and(...wordsOf(q).map((word) => sql`${text} like ${`%${escaped(word)}%`}`))

/** The text begins with `q`. An index with `text_pattern_ops` serves it. */
export const startsWith = (text: SQL, q: string): SQL => sql`${text} like ${`${escaped(q)}%`}`

/** At most five words: more would only make the search slower, not the answer better (attack 24). */
const wordsOf = (q: string | undefined) => (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5)

const escaped = (word: string) => word.replace(/[\\%_]/g, (sign) => `\\${sign}`)
