import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { banners } from '../../db/schema/index.ts'

/** Banners shown at once at the most; each is a modal of its own. */
const MOST_AT_ONCE = 5

/** What is shown now, by the database's clock. */
export const listShownBanners = (db: Db) =>
  db
    .select({ id: banners.id, link: banners.link, content: banners.content })
    .from(banners)
    .where(
      and(
        eq(banners.active, true),
        or(isNull(banners.shows_from), sql`${banners.shows_from} <= now()`),
        or(isNull(banners.shows_until), sql`${banners.shows_until} > now()`),
      ),
    )
    .orderBy(asc(banners.position))
    .limit(MOST_AT_ONCE)
