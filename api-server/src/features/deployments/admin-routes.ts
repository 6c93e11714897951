import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { deploymentSource } from './list-queries.ts'

export function deploymentAdminRoutes(api: Api) {
  handleList(api, 'listDeployments', { source: deploymentSource })
}
