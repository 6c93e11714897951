import type { Found, FoundKind } from '@flagyard/api-types'
import type { Db } from '../db/open.ts'

/** What a feature gives to the search: its kind, and a query that an index serves and `limit` ends. */
export interface SearchSource {
  kind: FoundKind
  find: (db: Db, q: string, limit: number) => Promise<Found[]>
}
