import { type Api, handle } from '../../../http/handle.ts'
import { listShownBanners } from './service.ts'

export function bannerRoutes(api: Api) {
  handle(api, 'listBanners', ({ deps }) => listShownBanners(deps))
}
