import type { ListName, SortOf } from '@flagyard/api-types'
import type { adminOperations } from '@flagyard/api-types/admin'
import type { Accepted, Output, SchemaName } from '@flagyard/api-types/contract/operation'
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db.ts'
import { plannedOnce } from '../planned.ts'
import { isUuid } from '../sql.ts'
import { type Count, countOrEstimate, countRows, countUpToLimit } from './estimated-count.ts'
import { findMatches, inBothForms, orderTerms } from './find-matches.ts'

export interface ListQuery<F, S extends string> {
  filter: F
  sort: { by: S; descending: boolean }
  /** Offset of the first row. */
  from: number
  limit: number
}

/** SQL over a list's table: the reason an action is refused for a row, null where it is allowed. */
export type Refusal = SQL<string | null>

/** The slice of a list that one query reads. Every returned row carries the `cursor` it was read with. */
export interface ListSlice {
  where: SQL | undefined
  order: SQL[]
  from: number
  limit: number
  cursor: { cursor: SQL<unknown[]> }
}

interface Unsliced<Rows> {
  where(condition: SQL | undefined): {
    orderBy(...terms: SQL[]): { offset(from: number): { limit(limit: number): Rows } }
  }
}

/** The select, limited to the rows of a slice. */
export const sliceOf = <Rows>(select: Unsliced<Rows>, { where, order, from, limit }: Omit<ListSlice, 'cursor'>): Rows =>
  select
    .where(where)
    .orderBy(...order)
    .offset(from)
    .limit(limit)

/** Source of an admin list: read one page, the whole list in batches, or only the ids. */
interface ListSource<F, S extends string, R> {
  /** The table to count. Conditions and sort keys use only its columns. */
  table: PgTable
  /** The row's `id` in the API, as text. */
  id: SQL
  /** `byRow`: the form that checks other tables for each row (find-matches.ts), if there is one. */
  where(filter: F, byRow?: boolean): SQL | undefined
  /** Same as `having` of a search (find-matches.ts). */
  having?(part: string, filter: F, byRow: boolean): SQL | undefined
  /** Sort keys of each sort, all in one direction. The last key must be unique; only the first may be null. */
  keys: Record<S, [SQL, ...SQL[]]>
  /** Sorts whose first key may be null. Postgres treats nulls as the largest values; `smallest` reverses that. */
  nulls?: Partial<Record<S, 'largest' | 'smallest'>>
  read(db: Db, slice: ListSlice): Promise<R[]>
}

type Rows = typeof adminOperations
export type RowOf<N extends ListName> = Rows[N]['returns'] extends `${infer R extends SchemaName}[]`
  ? Accepted<R>
  : never
/** A row without the caller's allowed actions, which are added after reading. */
export type ReadRow<N extends ListName> = Omit<RowOf<N>, 'allowed'>

/**
 * Source of one of the contract's lists. Declared with `satisfies`, so a sort without keys, keys without a sort, or a
 * filter of another type is a type error.
 */
export type ListSourceOf<N extends ListName, R = ReadRow<N>> = ListSource<
  Output<Rows[N]['list']['filter']>,
  SortOf<N>,
  R
>

/**
 * Any list, for code that treats all lists alike (exports, bulk actions). Filters and sorts that reach `source` were already parsed by the list's own
 * schema.
 */
export interface AnyList {
  source: AnySource
  /** Limits the list to the parent named in the path; throws 404 if that parent does not exist. */
  scope?: (db: Db, names: PathValues) => Promise<SQL>
}
export type AnySource = ListSource<object, string, object>
/** Path parameters by name. */
export type PathValues = Record<string, string>

/** Rows per batch of an export or of a list of ids: large enough to be fast, small enough to keep memory flat. */
const BATCH = 1_000

/** One page of the list, limited to `scope`, and the total number of rows. */
export async function listPage<F, S extends string, R>(
  db: Db,
  source: ListSource<F, S, R>,
  { filter, sort, from, limit }: ListQuery<F, S>,
  scope?: SQL,
) {
  const where = and(scope, source.where(filter))
  const { q } = filter as { q?: string }
  if (q === undefined) {
    // Without a filter there are few distinct texts, and the first page of a list takes longer to plan than to read.
    const reader = isEmpty(filter) && !scope ? plannedOnce(db) : db
    // One statement for both: the count runs once, and every row carries it.
    const counting = { cursor: sql<unknown[]>`json_build_array(${countUpToLimit(source.table, where)})` }
    const data = await source.read(reader, { where, order: orderOf(source, sort), from, limit, cursor: counting })
    const [first] = data as { cursor: [number] }[]
    const counted =
      first || from === 0
        ? await countOrEstimate(db, source.table, where, first?.cursor[0] ?? 0)
        : await countRows(db, source.table, where)
    return { data, ...consistentWith(counted, { from, rows: data.length, limit }), capped: false, from }
  }
  const direction = { descending: sort.descending, nulls: source.nulls?.[sort.by] }
  const search = {
    q,
    table: source.table,
    keys: source.keys[sort.by],
    direction,
    where: inBothForms((byRow) => and(scope, source.where(filter, byRow))),
    having: source.having && ((part: string) => inBothForms((byRow) => source.having?.(part, filter, byRow))),
  }
  const { slice, ...counted } = await findMatches(db, search, { from, limit })
  const data = await source.read(db, { ...slice, cursor: cursorOf(source, sort) })
  return { data, ...counted, estimated: false, from }
}

/** Corrects an estimated total using the page: a short page is the last one, and a full page has at least one row after it. */
function consistentWith(count: Count, { from, rows, limit }: { from: number; rows: number; limit: number }): Count {
  if (!count.estimated || rows === 0) return count
  if (rows < limit) return { total: from + rows, estimated: false }
  return { ...count, total: Math.max(count.total, from + rows + 1) }
}

/**
 * The whole list in order, in batches of 1,000 rows. Each batch is a separate query that continues after the last row. Memory therefore stays flat,
 * no connection is held while a slow client reads, and the last batch costs the same as the first. A row whose sort key changes meanwhile may be
 * missed or repeated; no other row is.
 */
export async function* listInBatches<F, S extends string, R>(
  db: Db,
  source: ListSource<F, S, R>,
  { filter, sort }: Pick<ListQuery<F, S>, 'filter' | 'sort'>,
  ...scope: (SQL | undefined)[]
): AsyncGenerator<R[]> {
  const cursor = cursorOf(source, sort)
  for (const { condition, keys, keyOffset } of nullPartitions(source, sort)) {
    let after: SQL | undefined
    for (;;) {
      const where = and(...scope, source.where(filter), condition, after)
      const rows = await source.read(db, { where, order: orderOf(source, sort), from: 0, limit: BATCH, cursor })
      if (rows.length > 0) yield rows
      const last = rows.at(-1) as { cursor: unknown[] } | undefined
      if (!last || rows.length < BATCH) break
      after = afterCursor(keys, last.cursor.slice(keyOffset), sort.descending)
    }
  }
}

/** The column equals one of the values. Sends a single parameter regardless of the number of values, and still uses the column's index. */
export const isAmong = (column: PgColumn, values: string[]): SQL =>
  sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)))`

/** Like `isAmong`, for a uuid column: values that are not UUIDs match nothing. Comparing the column as text would not use its index. */
export const isAmongUuids = (column: PgColumn, values: string[]): SQL =>
  sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(values.filter(isUuid))}::jsonb)::uuid))`

const isEmpty = (filter: unknown) => Object.keys(filter as object).length === 0

/** ORDER BY terms that match the list's index exactly. */
export const orderOf = <F, S extends string, R>(
  source: Pick<ListSource<F, S, R>, 'keys' | 'nulls'>,
  { by, descending }: ListQuery<F, S>['sort'],
): SQL[] => orderTerms(source.keys[by], { descending, nulls: source.nulls?.[by] })

const cursorOf = <F, S extends string, R>({ keys }: ListSource<F, S, R>, { by }: { by: S }) => ({
  cursor: sql<unknown[]>`json_build_array(${sql.join(keys[by], sql`, `)})`,
})

/** Row comparisons cannot cross nulls, so a list whose first key may be null is read as two partitions: rows with nulls and rows without. */
function nullPartitions<F, S extends string, R>(
  { keys, nulls }: ListSource<F, S, R>,
  sort: { by: S; descending: boolean },
) {
  const [first, ...rest] = keys[sort.by]
  const nullsAre = nulls?.[sort.by]
  if (!nullsAre) return [{ condition: undefined, keys: keys[sort.by], keyOffset: 0 }]
  const notNull = { condition: isNotNull(first), keys: keys[sort.by], keyOffset: 0 }
  const nullOnly = { condition: isNull(first), keys: rest, keyOffset: 1 }
  return (nullsAre === 'smallest') === sort.descending ? [notNull, nullOnly] : [nullOnly, notNull]
}

/** Compares the keys as a row value, so that an index on them can seek to the position. */
function afterCursor(keys: SQL[], values: unknown[], descending: boolean): SQL {
  const literals = values.map((value) => sql`${String(value)}`)
  return sql`(${sql.join(keys, sql`, `)}) ${sql.raw(descending ? '<' : '>')} (${sql.join(literals, sql`, `)})`
}
