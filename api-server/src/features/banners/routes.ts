import { type Api, handle } from '../../http/handle.ts'
import { listShownBanners } from './queries.ts'

export function bannerRoutes(api: Api) {
  handle(api, 'listBanners', ({ deps }) => listShownBanners(deps.db))
}
