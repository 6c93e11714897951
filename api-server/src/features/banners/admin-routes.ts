import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { bannerSource } from './admin-queries.ts'
import { allowedOnBanner, createBanner, deleteBanner, readBanner, updateBanner } from './admin-service.ts'

export function bannerAdminRoutes(api: Api) {
  handleList(api, 'listBannersForAdmin', { source: bannerSource, allowed: allowedOnBanner })
  handle(api, 'getBanner', ({ deps, user, params }) => readBanner(deps, user, params.id))
  handle(api, 'createBanner', ({ deps, user, address, body }) => createBanner(deps, { actor: user, address }, body))
  handle(api, 'updateBanner', ({ deps, user, address, params, body }) =>
    updateBanner(deps, { actor: user, address }, params.id, body),
  )
  handle(api, 'deleteBanner', ({ deps, user, address, params }) =>
    deleteBanner(deps, { actor: user, address }, params.id),
  )
}
