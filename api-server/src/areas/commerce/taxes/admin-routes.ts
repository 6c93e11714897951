import { type Api, handle, onId } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import * as taxes from './admin-service.ts'
import { taxRateSource } from './queries.ts'

export function taxAdminRoutes(api: Api) {
  handleList(api, 'listTaxRates', { source: taxRateSource, allowed: taxes.allowedOnTaxRate })
  handle(api, 'createTaxRate', ({ deps, auditActor, body }) => taxes.createTaxRate(deps, auditActor, body))
  handle(api, 'endTaxRate', onId(taxes.endTaxRate))
  handle(api, 'getSeller', ({ deps }) => taxes.readSeller(deps))
  handle(api, 'updateSeller', ({ deps, auditActor, body }) => taxes.updateSeller(deps, auditActor, body))
}
