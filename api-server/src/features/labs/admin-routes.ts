import { type Api, handle } from '../../http/handle.ts'
import { listLabChoices } from './queries.ts'

export function labAdminRoutes(api: Api) {
  handle(api, 'listLabChoices', ({ deps }) => listLabChoices(deps.db))
}
