import { sql } from 'drizzle-orm'
import { certificates } from '../../../db/schema/index.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'
import { matchesSearch } from './admin-queries.ts'

export const certificateSearch: SearchSource = {
  kind: 'certificate',
  operation: 'listCertificates',
  table: certificates,
  where: matchesSearch,
  keys: [sql`${certificates.name}`, sql`${certificates.id}`],
  read: (db, { where, order, from, limit }) =>
    db
      .select({ id: certificates.id, title: certificates.title, detail: certificates.name, within: sql<null>`null` })
      .from(certificates)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
