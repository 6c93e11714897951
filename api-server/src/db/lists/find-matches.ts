import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db.ts'
import { hasShortWord, partsOf } from './search.ts'

/** Maximum number of search results counted; above it, “1,000 or more” is shown. Pages beyond it are counted to their end. */
const MAX_COUNTED = 1_000
/**
 * Maximum number of matches found first and sorted in memory. Postgres overestimates the matches of a search (never below one percent of the table),
 * so for a small page it would walk the sort index instead, to the end of the table if matches are rare. Above this number, matches are frequent
 * enough for that walk.
 */
const SORT_IN_MEMORY_BELOW = 2_000

interface Search {
  q: string
  table: PgTable
  where: Condition
  /** Condition for a part of `q` (`partsOf`) that every row of `where` meets and the search index supports. Without it, the index is read for all of `q`. */
  having?: ((part: string) => Condition) | undefined
  /** Sort keys; the last one is unique. */
  keys: readonly [SQL, ...SQL[]]
  direction: Direction
}

/**
 * One condition in two forms, for conditions that involve other tables: `byIndex` searches those tables first and then finds the matching rows,
 * `byRow` checks them for each row.
 */
interface Condition {
  byIndex: SQL | undefined
  byRow: SQL | undefined
}

export const inBothForms = (condition: (byRow: boolean) => SQL | undefined): Condition => ({
  byIndex: condition(false),
  byRow: condition(true),
})

export interface Matches {
  /** Number of matches counted; `capped` if there may be more. */
  total: number
  capped: boolean
  slice: { where: SQL | undefined; order: SQL[]; from: number; limit: number }
}

/**
 * Counts the matches of a search, up to the maximum shown, and returns how to read a page of them. The cost grows little with the table: few matches
 * are found by the search index in one pass, for both the count and the page; many matches are counted and read by scans that stop early.
 */
export async function findMatches(
  db: Db,
  search: Search,
  { from, limit, counted = MAX_COUNTED }: { from: number; limit: number; counted?: number },
): Promise<Matches> {
  const { table, where, keys, direction } = search
  const countTo = Math.max(counted, from + limit + 1)
  const walk = { where: where.byRow, order: orderTerms(keys, direction), from, limit }
  const { frequent, rare } = await sampleRows(db, search)
  if (frequent) {
    const count = await countFirst(db, table, where.byRow, { rows: MAX_WALKED, countTo })
    if (count === countTo) return { total: countTo, capped: true, slice: walk }
  }
  const most = Math.max(SORT_IN_MEMORY_BELOW, countTo)
  // Wrapped in `is true`, the condition cannot use an index, so the index is only read for the rare part.
  const narrow = rare ? and(rare, sql`(${where.byRow}) is true`) : where.byIndex
  const { found, page } = await sortInMemory(db, { table, keys, direction, where: narrow }, { from, limit, most })
  const matches = { total: Math.min(found, countTo), capped: found >= countTo }
  if (found > most) return { ...matches, slice: walk }
  return { ...matches, slice: { where: inArray(keys.at(-1) ?? keys[0], page), order: walk.order, from: 0, limit } }
}

/** Maximum number of rows scanned before a walk is abandoned. */
const MAX_WALKED = 50_000
/** Rows sampled to estimate whether a search has many matches (at least three percent) and which part of it is rare. */
const SAMPLE = 400
const FREQUENT_IN_SAMPLE = 12
/** Maximum number of sampled rows containing a part that counts as rare. */
const RARE_IN_SAMPLE = 1

/**
 * Tests the search and its parts on the first rows. If enough of them match, it is `frequent`: scanning rows then ends sooner than reading an index,
 * and an index lookup for one or two letters also returns words after a dot or a hyphen. `rare` is the condition of the rarest part. The index is
 * read for every three letters of the search, no matter how many rows contain them. For an address whose domain is shared by a hundred thousand
 * others, searching only its beginning takes a tenth of the time.
 */
async function sampleRows(db: Db, search: Search): Promise<{ frequent: boolean; rare: SQL | undefined }> {
  const { q, table, where, having } = search
  // Without `having`, the condition may involve other tables, which is not worth evaluating twice.
  if (!having && !hasShortWord(q)) return { frequent: false, rare: undefined }
  const parts = having ? partsOf(q).map(having) : []
  const tried = [where, ...(parts.length > 1 ? parts : [])]
  const counts = tried.map(({ byRow }) => sql`(count(*) filter (where ${byRow ?? sql`true`}))::int`)
  const [row] = await rowsOf<{ counts: number[] }>(
    db,
    sql`select array[${sql.join(counts, sql`, `)}] as counts from (select * from ${table} limit ${SAMPLE}) ${table}`,
  )
  const [all = 0, ...ofParts] = row?.counts ?? []
  const rarest = Math.min(...ofParts)
  const rare = rarest <= RARE_IN_SAMPLE ? parts[ofParts.indexOf(rarest)]?.byIndex : undefined
  return { frequent: all >= FREQUENT_IN_SAMPLE, rare }
}

/** Counts matches among the first rows of the table, without using an index. */
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

/** Finds and counts up to `most` + 1 matches, and sorts them for the unique keys of the page. */
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

interface Direction {
  descending: boolean
  /** Position of nulls in the first key. Postgres treats them as the largest values; `smallest` reverses that. */
  nulls?: 'largest' | 'smallest' | undefined
}

/** ORDER BY terms of sort keys, exactly as in the indexes. */
export function orderTerms(keys: readonly SQL[], { descending, nulls }: Direction): SQL[] {
  const direction = sql.raw(descending ? ' desc' : ' asc')
  const nullsOrder = sql.raw(nulls === 'smallest' ? (descending ? ' nulls last' : ' nulls first') : '')
  return keys.map((key, position) => (position === 0 ? sql`${key}${direction}${nullsOrder}` : sql`${key}${direction}`))
}

/**
 * Limits the search statements for the rest of this transaction. Statements that run longer are cancelled (Postgres only; the embedded database has
 * no timer). Parallel workers are disabled: Postgres overestimates the matches of a search, and workers take 6 ms to start for a read of 3 ms.
 */
export const setSearchLimits = (tx: Db, milliseconds: number) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`)
