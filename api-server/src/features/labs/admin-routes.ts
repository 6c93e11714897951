import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { labSource, listLabChoices } from './admin-queries.ts'

export function labAdminRoutes(api: Api) {
  handleList(api, 'listLabsForAdmin', { source: labSource })
  handle(api, 'listLabChoices', ({ deps }) => listLabChoices(deps.db))
}
