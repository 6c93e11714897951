import { keepUntilContentChanges } from '../../db/kept.ts'
import type { Deps } from '../../deps.ts'
import { listComingBanners } from './queries.ts'

/** Banners shown at once at the most; each is a modal of its own. */
const MAX_ACTIVE_LABS = 5

/** What is shown now. The rows are kept until one changes, so that a page that carries its banners along asks no database. */
export async function listShownBanners(deps: Pick<Deps, 'db' | 'listen' | 'clock'>) {
  const coming = await keepUntilContentChanges(deps, 'banners', () => listComingBanners(deps.db))
  const now = deps.clock.now()
  return coming
    .filter(({ shows_from, shows_until }) => (!shows_from || shows_from <= now) && (!shows_until || shows_until > now))
    .slice(0, MAX_ACTIVE_LABS)
    .map(({ id, link, content }) => ({ id, link, content }))
}
