import { type Api, handle } from '../../../http/calls/handle.ts'
import { searchEverything, searchLearning } from './service.ts'

export function searchRoutes(api: Api) {
  handle(api, 'searchLearning', ({ deps, user, query }) => searchLearning(deps, user, query.q))
}

export function searchAdminRoutes(api: Api) {
  handle(api, 'searchEverything', ({ deps, user, query }) => searchEverything(deps, user, query.q))
}
