import type { Found, FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Matches } from '../db/lists/find-matches.ts'
import { sliceOf } from '../db/lists/list-source.ts'
import { contains } from '../db/lists/search.ts'
import type { Db } from '../db/open.ts'
import type { bundles, courses, exams, labs } from '../db/schema/index.ts'
import type { CurrentUser } from '../identity/current-user.ts'

/** A feature's contribution to the search: its kind, the operation that shows the same rows, and how they are found and read. */
export interface SearchSource {
  kind: FoundKind
  /** Callers who may not call this operation get no results from this source. */
  operation: AdminOperationName
  /** Table that is searched. Conditions and sort keys use only its columns. */
  table: PgTable
  /** Must exclude what the caller may not see. `byRow`: the form that looks into other tables for each row (db/lists/find-matches.ts), if there is one. */
  where: (q: string, caller: CurrentUser, byRow: boolean) => SQL | undefined
  /** Same as `having` of a search (db/lists/find-matches.ts). */
  having?: (part: string, q: string, caller: CurrentUser, byRow: boolean) => SQL | undefined
  /** Sort keys of the results. The last one must be unique. */
  keys: readonly [SQL, ...SQL[]]
  descending?: true
  read: (db: Db, slice: Matches['slice']) => Promise<Found[]>
}

/** Search of courses, labs, exams or bundles by slug and title, sorted by title. */
export const contentSearch = (
  kind: FoundKind,
  operation: AdminOperationName,
  table: typeof courses | typeof labs | typeof exams | typeof bundles,
): SearchSource => ({
  kind,
  operation,
  table,
  where: (q) => contains(sql`${table.slug} || ' ' || ${table.title}`, q),
  keys: [sql`${table.title}`, sql`${table.slug}`],
  read: (db, slice) =>
    sliceOf(
      db
        .select({ id: table.slug, title: table.title, detail: sql<string>`${table.status}`, within: sql<null>`null` })
        .from(table),
      slice,
    ),
})
