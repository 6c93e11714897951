import type { Found, FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Matches } from '../db/find-matches.ts'
import type { Db } from '../db/open.ts'
import type { CurrentUser } from '../identity/current-user.ts'

/** What a feature gives to the search: its kind, the call that shows the same rows, and how they are found and read. */
export interface SearchSource {
  kind: FoundKind
  /** Who may not make this call finds nothing of it. */
  operation: AdminOperationName
  /** The table that is searched. Conditions and sort keys use its columns only. */
  table: PgTable
  /** What the caller may not see finds nothing. `byRow`: in the form that looks into other tables for each row (db/find-matches.ts), where there is one. */
  where: (q: string, caller: CurrentUser, byRow: boolean) => SQL | undefined
  /** What `having` is to a search (db/find-matches.ts). */
  having?: (part: string, q: string, caller: CurrentUser, byRow: boolean) => SQL | undefined
  /** The results are shown in this order, whose last key is unique. */
  keys: readonly [SQL, ...SQL[]]
  descending?: true
  read: (db: Db, slice: Matches['slice']) => Promise<Found[]>
}
