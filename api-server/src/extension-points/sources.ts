import type { Found, FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Matches } from '../db/lists/find-matches.ts'
import type { Db } from '../db/open.ts'
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
