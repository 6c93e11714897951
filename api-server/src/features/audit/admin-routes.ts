import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { auditSource } from './queries.ts'

export function auditAdminRoutes(api: Api) {
  handleList(api, 'listAudit', { source: auditSource })
}
