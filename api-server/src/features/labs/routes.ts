import { type Api, handle } from '../../http/handle.ts'
import { describeLab, listLabsOnSale } from './service.ts'

export function labRoutes(api: Api) {
  handle(api, 'listLabs', ({ deps }) => listLabsOnSale(deps))
  handle(api, 'getLab', ({ deps, params }) => describeLab(deps, params.slug))
}
