import { and, isNull, sql } from 'drizzle-orm'
import { banners } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'

export const bannerSearch: SearchSource = {
  kind: 'banner',
  operation: 'listBannersForAdmin',
  table: banners,
  where: (q) => and(isNull(banners.removed_at), contains(sql`${banners.content}`, q)),
  keys: [sql`${banners.position}`, sql`${banners.id}`],
  read: (db, { where, order, from, limit }) =>
    db
      .select({ id: banners.id, title: banners.content, detail: banners.link, within: sql<null>`null` })
      .from(banners)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
