import { type Api, handle } from '../../http/handle.ts'
import { readLabsOnSale } from './public-labs.ts'
import { describeLab } from './service.ts'

export function labRoutes(api: Api) {
  handle(api, 'listLabs', ({ deps }) => readLabsOnSale(deps))
  handle(api, 'getLab', ({ deps, params }) => describeLab(deps, params.slug))
}
