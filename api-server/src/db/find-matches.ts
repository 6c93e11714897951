import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'
import { type Direction, orderTerms } from './order-terms.ts'
import { hasShortWord, partsOf } from './search.ts'

/** What a search finds is counted up to here: more is told as “1,000 or more”. Pages beyond it are counted to their end. */
const MAX_COUNTED = 1_000
/**
 * Up to this many matches are found first and sorted in memory. Postgres overestimates the matches of a search (never
 * below one percent of the table), so for a small page it would walk the sort index instead, to the end of the table if
 * the matches are rare. Above this number, matches are frequent enough for that walk.
 */
const SORT_IN_MEMORY_BELOW = 2_000

export interface Search {
  q: string
  table: PgTable
  where: Condition
  /** A condition of a part of `q` (`partsOf`) that every row of `where` meets, and the search index serves. Without it that index is read for all of `q`. */
  having?: ((part: string) => Condition) | undefined
  /** Sort keys; the last one is unique. */
  keys: readonly [SQL, ...SQL[]]
  direction: Direction
}

/**
 * One condition in two forms, which differ where it looks into other tables: `byIndex` finds there first and then the rows that belong to it,
 * `byRow` looks there for each row.
 */
export interface Condition {
  byIndex: SQL | undefined
  byRow: SQL | undefined
}

/** Asks a source for both forms of its condition. */
export const inBothForms = (condition: (byRow: boolean) => SQL | undefined): Condition => ({
  byIndex: condition(false),
  byRow: condition(true),
})

export interface Matches {
  /** Matches counted; `capped` when there may be more. */
  total: number
  capped: boolean
  /** How to read the page. */
  slice: { where: SQL | undefined; order: SQL[]; from: number; limit: number }
}

/**
 * Counts what a search finds, no further than anybody needs to know, and says how to read a page of it. The cost
 * grows little with the table: few matches are found by the search index in one pass, for the count and for the page; many
 * are counted and read by walks that end as soon as they have enough.
 */
export async function findMatches(
  db: Db,
  search: Search,
  { from, limit, counted = MAX_COUNTED }: { from: number; limit: number; counted?: number },
): Promise<Matches> {
  const { table, where, keys, direction } = search
  const countTo = Math.max(counted, from + limit + 1)
  const walk = { where: where.byRow, order: orderTerms(keys, direction), from, limit }
  const { frequent, rare } = await trySome(db, search)
  if (frequent) {
    const count = await countFirst(db, table, where.byRow, { rows: MAX_WALKED, countTo })
    if (count === countTo) return { total: countTo, capped: true, slice: walk }
  }
  const most = Math.max(SORT_IN_MEMORY_BELOW, countTo)
  // What is wrapped is in no index: that is read for the rare part alone.
  const narrow = rare ? and(rare, sql`(${where.byRow}) is true`) : where.byIndex
  const { found, page } = await sortInMemory(db, { table, keys, direction, where: narrow }, { from, limit, most })
  const matches = { total: Math.min(found, countTo), capped: found >= countTo }
  if (found > most) return { ...matches, slice: walk }
  return { ...matches, slice: { where: inArray(keys.at(-1) ?? keys[0], page), order: walk.order, from: 0, limit } }
}

/** Rows that are tried before a walk is given up. */
const MAX_WALKED = 50_000
/** Rows that tell whether a search finds much, three in a hundred of them, and which part of it is rare. */
const SAMPLE = 400
const FREQUENT_IN_SAMPLE = 12
/** Rows of the sample that may have a part which is called rare. */
const RARE_IN_SAMPLE = 1

/**
 * Tries the search and its parts on the first rows. Where some of them match it is `frequent`: trying one row after the other ends sooner than
 * reading an index, and that of one or two letters also returns words that follow a dot or a hyphen. `rare` is a condition of the rarest part: the index
 * is read for each three letters of what is searched, however many rows have them, so of an address whose end a hundred thousand others share its own
 * beginning finds it in a tenth of the time.
 */
async function trySome(db: Db, search: Search): Promise<{ frequent: boolean; rare: SQL | undefined }> {
  const { q, table, where, having } = search
  // Without `having` the condition may look through other tables, which is not worth it twice.
  if (!having && !hasShortWord(q)) return { frequent: false, rare: undefined }
  const parts = having ? partsOf(q).map(having) : []
  const tried = [where, ...(parts.length > 1 ? parts : [])]
  const counts = tried.map(({ byRow }) => sql`(count(*) filter (where ${byRow ?? sql`true`}))::int`)
  const [row] = await rowsOf<{ counts: number[] }>(
    db,
    sql`select array[${sql.join(counts, sql`, `)}] as counts from (select * from ${table} limit ${SAMPLE}) ${table}`,
  )
  const [all = 0, ...ofParts] = row?.counts ?? []
  const fewest = Math.min(...ofParts)
  const rare = fewest <= RARE_IN_SAMPLE ? parts[ofParts.indexOf(fewest)]?.byIndex : undefined
  return { frequent: all >= FREQUENT_IN_SAMPLE, rare }
}

/** Counts matches among the first rows of the table, which no index takes part in. */
async function countFirst(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  { rows, countTo }: { rows: number; countTo: number },
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
      select 1 from (select * from ${table} limit ${rows}) ${table} where ${where ?? sql`true`} limit ${countTo}) counted`,
  )
  return row?.count ?? 0
}

/** Finds up to `most` matches and one more, counts them, and sorts them for the unique keys of the page. */
async function sortInMemory(
  db: Db,
  { table, where, keys, direction }: Pick<Search, 'table' | 'keys' | 'direction'> & { where: SQL | undefined },
  { from, limit, most }: { from: number; limit: number; most: number },
): Promise<{ found: number; page: string[] }> {
  const columns = keys.map((_, position) => sql.identifier(`key_${position}`))
  const selected = keys.map((key, position) => sql`${key} as ${columns[position]}`)
  const unique = columns.at(-1)
  const order = orderTerms(
    columns.map((column) => sql`${column}`),
    direction,
  )
  const [row] = await rowsOf<{ found: number; page: string[] }>(
    db,
    sql`with found as materialized (
        select ${sql.join(selected, sql`, `)} from ${table} where ${where ?? sql`true`} limit ${most + 1})
      select count(*)::int as found, array(select ${unique}::text from found
        order by ${sql.join(order, sql`, `)} offset ${from} limit ${limit}) as page from found`,
  )
  return row ?? { found: 0, page: [] }
}

/** Both database drivers return `rows` from `execute`, but the types do not say so. */
async function rowsOf<T>(db: Db, query: SQL): Promise<T[]> {
  return ((await db.execute(query)) as unknown as { rows: T[] }).rows
}
