import { and, asc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { banners } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import type { SearchSource } from '../../../extension-points/sources.ts'

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

export type BannerRow = typeof banners.$inferSelect
type BannerChange = { [K in keyof BannerRow]?: BannerRow[K] | SQL | undefined }
export type BannerState = 'active' | 'planned' | 'ended' | 'off' | 'removed'

const now = sql`now()`
const isNotRemoved = isNull(banners.removed_at)
const isOver = and(isNotNull(banners.shows_until), lte(banners.shows_until, now))
const isPlanned = and(isNotNull(banners.shows_from), gt(banners.shows_from, now))
/** States by the database clock, as in the public list. */
const states: Record<BannerState, SQL | undefined> = {
  removed: isNotNull(banners.removed_at),
  off: and(isNotRemoved, eq(banners.active, false)),
  ended: and(isNotRemoved, eq(banners.active, true), isOver),
  planned: and(isNotRemoved, eq(banners.active, true), isPlanned),
  active: and(
    isNotRemoved,
    eq(banners.active, true),
    or(isNull(banners.shows_until), gt(banners.shows_until, now)),
    or(isNull(banners.shows_from), lte(banners.shows_from, now)),
  ),
}

const columns = {
  id: banners.id,
  content: banners.content,
  link: banners.link,
  active: banners.active,
  position: banners.position,
  shows_from: banners.shows_from,
  shows_until: banners.shows_until,
  created_at: banners.created_at,
  updated_at: banners.updated_at,
  version: banners.version,
  state: sql<BannerState>`case when ${banners.removed_at} is not null then 'removed' when not ${banners.active} then 'off' when ${isOver} then 'ended'
    when ${isPlanned} then 'planned' else 'active' end`,
}

export const bannerSource: ListSourceOf<'listBannersForAdmin'> = {
  table: banners,
  id: sql`${banners.id}::text`,
  where: ({ id, q, state }) =>
    and(
      id && isAmongUuids(banners.id, id),
      contains(sql`${banners.content}`, q),
      state ? states[state] : id ? undefined : isNotRemoved,
    ),
  keys: {
    position: [sql`${banners.position}`, sql`${banners.id}`],
    updated_at: [sql`${banners.updated_at}`, sql`${banners.id}`],
  },
  read: (db, slice) => sliceOf(db.select({ ...columns, ...slice.cursor }).from(banners), slice),
}

export async function findBanner(db: Db, id: string) {
  const [row] = await db.select(columns).from(banners).where(hasId(banners.id, id))
  return row
}

export async function lockBanner(tx: Db, id: string): Promise<BannerRow | undefined> {
  const [row] = await tx.select().from(banners).where(hasId(banners.id, id)).for('update')
  return row
}

export async function insertBanner(tx: Db, row: typeof banners.$inferInsert): Promise<BannerRow> {
  const [inserted] = await tx.insert(banners).values(row).returning()
  if (!inserted) throw new Error('The insert returned no row')
  return inserted
}

export async function updateBanner(tx: Db, id: string, change: BannerChange) {
  await tx
    .update(banners)
    .set({ ...(change as Partial<BannerRow>), updated_at: now, version: sql`${banners.version} + 1` })
    .where(eq(banners.id, id))
}

export const removeBanner = (tx: Db, id: string) => updateBanner(tx, id, { removed_at: now })
export const restoreBanner = (tx: Db, id: string) => updateBanner(tx, id, { removed_at: null })

export const bannerSearch: SearchSource = {
  kind: 'banner',
  operation: 'listBannersForAdmin',
  table: banners,
  where: (q) => and(isNull(banners.removed_at), contains(sql`${banners.content}`, q)),
  keys: [sql`${banners.position}`, sql`${banners.id}`],
  read: (db, slice) =>
    sliceOf(
      db
        .select({ id: banners.id, title: banners.content, detail: banners.link, within: sql<null>`null` })
        .from(banners),
      slice,
    ),
}
