import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { listUpcomingBanners } from './queries.ts'

/** Maximum number of banners on a page; shown one after the other. */
const MAX_SHOWN = 5

/** Current banners. The rows are cached until one changes, so that pages with banners need no query. */
export async function listShownBanners(deps: Pick<Deps, 'db' | 'listen' | 'clock'>) {
  const upcoming = await cacheUntilInvalidated(deps, 'banners', () => listUpcomingBanners(deps.db))
  const now = deps.clock.now()
  return upcoming
    .filter(({ shows_from, shows_until }) => (!shows_from || shows_from <= now) && (!shows_until || shows_until > now))
    .slice(0, MAX_SHOWN)
    .map(({ id, link, content }) => ({ id, link, content }))
}
