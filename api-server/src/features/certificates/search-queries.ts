import { sql } from 'drizzle-orm'
import { certificates } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

export const certificateSearch: SearchSource = {
  kind: 'certificate',
  operation: 'listCertificates',
  table: certificates,
  where: (q) => contains(sql`${certificates.id} || ' ' || ${certificates.name} || ' ' || ${certificates.title}`, q),
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
