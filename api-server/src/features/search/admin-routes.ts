import { type Api, handle } from '../../http/handle.ts'
import { searchEverything } from './service.ts'

export function searchAdminRoutes(api: Api) {
  handle(api, 'searchEverything', ({ deps, query }) => searchEverything(deps, query.q))
}
