import type { Found, FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import type { Db } from '../db/open.ts'

/** What a feature gives to the search: its kind, the call that shows the same rows, and a query that an index serves and `limit` ends. */
export interface SearchSource {
  kind: FoundKind
  /** Who may not make this call finds nothing of it. */
  operation: AdminOperationName
  find: (db: Db, q: string, limit: number) => Promise<Found[]>
}
