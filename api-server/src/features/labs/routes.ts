import { type Api, handle } from '../../http/handle.ts'
import * as labs from './service.ts'

export function labRoutes(api: Api) {
  handle(api, 'listLabs', ({ deps }) => labs.listLabsOnSale(deps))
  handle(api, 'getLab', ({ deps, params }) => labs.describeLab(deps, params.slug))
  handle(api, 'getMyLab', ({ deps, params, user }) => labs.readMyLab(deps, user, params.slug))
  handle(api, 'listMyLabs', ({ deps, user }) => labs.listMyLabs(deps, user))
  handle(api, 'addExtraDataLab', ({ deps, params, user, body }) =>
    labs.addExtraData(deps, user, params.slug, body.values),
  )
}
