import { type Api, handle } from '../../../http/handle.ts'
import { readLabsOnSale } from './public-labs.ts'

export function labRoutes(api: Api) {
  handle(api, 'listLabs', ({ deps }) => readLabsOnSale(deps))
}
