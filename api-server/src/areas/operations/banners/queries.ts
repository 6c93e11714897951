import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { banners } from '../../../db/schema/index.ts'

/** Current and future banners, in display order. */
export const listUpcomingBanners = (db: Db) =>
  db
    .select({
      id: banners.id,
      link: banners.link,
      content: banners.content,
      shows_from: banners.shows_from,
      shows_until: banners.shows_until,
    })
    .from(banners)
    .where(
      and(
        isNull(banners.removed_at),
        eq(banners.active, true),
        or(isNull(banners.shows_until), sql`${banners.shows_until} > now()`),
      ),
    )
    .orderBy(asc(banners.position), asc(banners.created_at), asc(banners.id))
    .limit(100)
