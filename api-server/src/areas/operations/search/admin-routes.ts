import { type Api, handle } from '../../../http/handle.ts'
import { searchEverything } from './service.ts'

export function searchAdminRoutes(api: Api) {
  handle(api, 'searchEverything', ({ deps, user, query }) => searchEverything(deps, user, query.q))
}
