import { asc, sql } from 'drizzle-orm'
import { certificates } from '../../db/schema/index.ts'
import { contains, searchSortKey } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

export const certificateSearch: SearchSource = {
  kind: 'certificate',
  operation: 'listCertificates',
  async find(db, q, limit) {
    const where = contains(
      sql`(${certificates.id} || ' ' || lower(${certificates.name}) || ' ' || lower(${certificates.title}))`,
      q,
    )
    return db
      .select({ id: certificates.id, title: certificates.title, detail: certificates.name, within: sql<null>`null` })
      .from(certificates)
      .where(where)
      .orderBy(asc(await searchSortKey(db, certificates, where, certificates.name)), asc(certificates.id))
      .limit(limit)
  },
}
