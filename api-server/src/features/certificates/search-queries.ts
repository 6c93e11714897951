import { asc, sql } from 'drizzle-orm'
import { certificates } from '../../db/schema/index.ts'
import { contains, searchSortKey } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const matching = (q: string) =>
  contains(sql`${certificates.id} || ' ' || ${certificates.name} || ' ' || ${certificates.title}`, q)

export const certificateSearch: SearchSource = {
  kind: 'certificate',
  operation: 'listCertificates',
  table: certificates,
  where: matching,
  async find(db, q, limit) {
    const where = matching(q)
    return db
      .select({ id: certificates.id, title: certificates.title, detail: certificates.name, within: sql<null>`null` })
      .from(certificates)
      .where(where)
      .orderBy(asc(await searchSortKey(db, certificates, where, certificates.name)), asc(certificates.id))
      .limit(limit)
  },
}
