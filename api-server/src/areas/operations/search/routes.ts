import { type Api, handle } from '../../../http/handle.ts'
import { searchLearning } from './learning.ts'

export function searchRoutes(api: Api) {
  handle(api, 'searchLearning', ({ deps, user, query }) => searchLearning(deps, user, query.q))
}
