import { and, asc, isNull, sql } from 'drizzle-orm'
import { banners } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const matching = (q: string) => and(isNull(banners.removed_at), contains(sql`${banners.content}`, q))

export const bannerSearch: SearchSource = {
  kind: 'banner',
  operation: 'listBannersForAdmin',
  table: banners,
  where: matching,
  find: (db, q, limit) =>
    db
      .select({ id: banners.id, title: banners.content, detail: banners.link, within: sql<null>`null` })
      .from(banners)
      .where(matching(q))
      .orderBy(asc(banners.position))
      .limit(limit),
}
