import type { Found, FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/open.ts'

/** What a feature gives to the search: its kind, the call that shows the same rows, and a query that an index serves and `limit` ends. */
export interface SearchSource {
  kind: FoundKind
  /** Who may not make this call finds nothing of it. */
  operation: AdminOperationName
  find: (db: Db, q: string, limit: number) => Promise<Found[]>
  /** The table and the condition of `find`, to count by. */
  table: PgTable
  where: (q: string) => SQL | undefined
}
