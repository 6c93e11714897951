import { type Api, handle, onId } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { priceSource } from './price-queries.ts'
import { allowedOnPrice, createPrice, deletePrice, readPrice, updatePrice } from './prices.ts'
import { listLabChoices } from './queries.ts'
import { readLabsOnSale } from './service.ts'

export function labRoutes(api: Api) {
  handle(api, 'listLabs', ({ deps }) => readLabsOnSale(deps))
}

export function labAdminRoutes(api: Api) {
  handle(api, 'listLabChoices', ({ deps }) => listLabChoices(deps.db))
  handleList(api, 'listResourcePrices', { source: priceSource, allowed: allowedOnPrice })
  handle(api, 'getResourcePrice', ({ deps, user, params }) => readPrice(deps, user, params.id))
  handle(api, 'createResourcePrice', ({ deps, auditActor, body }) => createPrice(deps, auditActor, body))
  handle(api, 'updateResourcePrice', onId(updatePrice))
  handle(api, 'deleteResourcePrice', ({ deps, auditActor, params }) => deletePrice(deps, auditActor, params.id))
}
