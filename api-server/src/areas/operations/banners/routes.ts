import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { bannerSource } from './queries.ts'
import {
  allowedOnBanner,
  createBanner,
  deleteBanner,
  listShownBanners,
  readBanner,
  restoreBanner,
  updateBanner,
} from './service.ts'

export function bannerRoutes(api: Api) {
  handle(api, 'listBanners', ({ deps }) => listShownBanners(deps))
}

export function bannerAdminRoutes(api: Api) {
  handleList(api, 'listBannersForAdmin', { source: bannerSource, allowed: allowedOnBanner })
  handle(api, 'getBanner', ({ deps, user, params }) => readBanner(deps, user, params.id))
  handle(api, 'createBanner', ({ deps, auditActor, body }) => createBanner(deps, auditActor, body))
  handle(api, 'updateBanner', ({ deps, auditActor, params, body }) => updateBanner(deps, auditActor, params.id, body))
  handle(api, 'deleteBanner', ({ deps, auditActor, params }) => deleteBanner(deps, auditActor, params.id))
  handle(api, 'restoreBanner', ({ deps, auditActor, params }) => restoreBanner(deps, auditActor, params.id))
}
