import type { ListName, SortOf } from '@flagyard/api-types'
import type { adminOperations } from '@flagyard/api-types/admin'
import type { Accepted, Output, SchemaName } from '@flagyard/api-types/contract/operation'
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'
import { countRows } from './estimated-count.ts'
import { SORT_IN_MEMORY_BELOW, skipIndex } from './search.ts'

/** What is asked of a list, read from the wire and allowed. */
export interface ListQuery<F, S extends string> {
  filter: F
  sort: { by: S; descending: boolean }
  /** First row and number of rows. */
  from: number
  limit: number
}

/** Why a row of a list is refused what is to be done to it, in SQL over its table; null where it is not. */
export type Refusal = SQL<string | null>

/** The part of a list that is read at once. Every row carries the `cursor` that it was read with. */
export interface Part {
  where: SQL | undefined
  order: SQL[]
  from: number
  limit: number
  cursor: { cursor: SQL<unknown[]> }
}

/** What a list of the back office reads: one page of it, all of it in parts, or only which rows it holds. */
export interface ListSource<F, S extends string, R> {
  /** The table that is counted; conditions and keys stand on it alone. */
  table: PgTable
  /** What the wire calls `id`, as text. */
  id: SQL
  where(filter: F): SQL | undefined
  /** What each sort orders by, all in one direction. The last key is unique, only the first may be null. */
  keys: Record<S, [SQL, ...SQL[]]>
  /** The sorts whose first key may be null. Null counts as the largest, as Postgres has it, or as the smallest. */
  nulls?: Partial<Record<S, 'largest' | 'smallest'>>
  read(db: Db, part: Part): Promise<R[]>
}

type Rows = typeof adminOperations
export type RowOf<N extends ListName> = Rows[N]['returns'] extends `${infer R extends SchemaName}[]`
  ? Accepted<R>
  : never
/** A row as it is read, for whomever: what this reader may do with it is told afterwards. */
export type ReadRow<N extends ListName> = Omit<RowOf<N>, 'allowed'>

/**
 * Where the rows of one of the contract's lists come from. Declared with `satisfies`, a sort without its key, a key without its sort or a filter of
 * another type is a type error.
 */
export type ListSourceOf<N extends ListName, R = ReadRow<N>> = ListSource<
  Output<Rows[N]['list']['filter']>,
  SortOf<N>,
  R
>

/** Any list, for what does the same to all of them: exports, bulk actions. What passes through was read by the list's own keys. */
export interface AnyList {
  source: AnySource
  /** Which rows belong to what the path names; throws 404 where there is no such thing. */
  within?: (db: Db, names: Names) => Promise<SQL>
}
export type AnySource = ListSource<object, string, object>
/** What a path names, by its parameters. */
export type Names = Record<string, string>

/** Rows in one part of an export or of a count of ids: enough to be quick, too few to be felt in memory. */
const BATCH = 1_000

/** One page of what lies within, and the number of all rows. */
export async function listPage<F, S extends string, R>(
  db: Db,
  source: ListSource<F, S, R>,
  { filter, sort, from, limit }: ListQuery<F, S>,
  within?: SQL,
) {
  const where = and(within, source.where(filter))
  const counted = await countRows(db, source.table, where)
  const isSearch = (filter as { q?: string }).q !== undefined
  const order = orderOf(source, sort, { useIndex: !isSearch || counted.total > SORT_IN_MEMORY_BELOW })
  const data = await source.read(db, { where, order, from, limit, cursor: cursorOf(source, sort) })
  return { data, ...counted, from }
}

/**
 * The whole list in its order, in parts of a thousand rows. Each part is a query of its own that goes on behind the last
 * row, so memory stays flat, no connection is held while a slow reader reads, and the last part costs what the first does.
 * A row that changes its place meanwhile may be missed or come twice; nothing else can.
 */
export async function* listInBatches<F, S extends string, R>(
  db: Db,
  source: ListSource<F, S, R>,
  { filter, sort }: Pick<ListQuery<F, S>, 'filter' | 'sort'>,
  ...within: (SQL | undefined)[]
): AsyncGenerator<R[]> {
  const cursor = cursorOf(source, sort)
  for (const { condition, keys, skips } of nullPartitions(source, sort)) {
    let behind: SQL | undefined
    for (;;) {
      const where = and(...within, source.where(filter), condition, behind)
      const rows = await source.read(db, { where, order: orderOf(source, sort), from: 0, limit: BATCH, cursor })
      if (rows.length > 0) yield rows
      const last = rows.at(-1) as { cursor: unknown[] } | undefined
      if (!last || rows.length < BATCH) break
      behind = afterCursor(keys, last.cursor.slice(skips), sort.descending)
    }
  }
}

/** The column holds one of these. One parameter however many they are, and the column's index finds them. */
export const isAmong = (column: PgColumn, values: string[]): SQL =>
  sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)))`

/** The same for uuids, as they came: what is no uuid is nobody's. Comparing them as text would read no index. */
export const isAmongUuids = (column: PgColumn, values: string[]): SQL =>
  sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(values.filter(isUuid))}::jsonb)::uuid))`

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The order of the list as Postgres reads it, to the letter of its index; or such that the rows are found first and then sorted. */
export function orderOf<F, S extends string, R>(
  { keys, nulls }: Pick<ListSource<F, S, R>, 'keys' | 'nulls'>,
  { by, descending }: { by: S; descending: boolean },
  { useIndex }: { useIndex: boolean } = { useIndex: true },
): SQL[] {
  const direction = sql.raw(descending ? ' desc' : ' asc')
  const place = sql.raw(nulls?.[by] === 'smallest' ? (descending ? ' nulls last' : ' nulls first') : '')
  return keys[by].map((key, position) =>
    position === 0 ? sql`${useIndex ? key : skipIndex(key)}${direction}${place}` : sql`${key}${direction}`,
  )
}

const cursorOf = <F, S extends string, R>({ keys }: ListSource<F, S, R>, { by }: { by: S }) => ({
  cursor: sql<unknown[]>`json_build_array(${sql.join(keys[by], sql`, `)})`,
})

/** Nulls compare to nothing: where there may be some, they are a stretch of their own before or behind the rest. */
function nullPartitions<F, S extends string, R>(
  { keys, nulls }: ListSource<F, S, R>,
  sort: { by: S; descending: boolean },
) {
  const [first, ...rest] = keys[sort.by]
  const place = nulls?.[sort.by]
  if (!place) return [{ condition: undefined, keys: keys[sort.by], skips: 0 }]
  const known = { condition: isNotNull(first), keys: keys[sort.by], skips: 0 }
  const unknown = { condition: isNull(first), keys: rest, skips: 1 }
  return (place === 'smallest') === sort.descending ? [known, unknown] : [unknown, known]
}

/** As rows, so that an index on the keys finds the place. */
function afterCursor(keys: SQL[], values: unknown[], descending: boolean): SQL {
  const given = values.map((value) => sql`${String(value)}`)
  return sql`(${sql.join(keys, sql`, `)}) ${sql.raw(descending ? '<' : '>')} (${sql.join(given, sql`, `)})`
}
