import { readsPersonalData } from '@flagyard/api-types/contract/capabilities'
import type { Api } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { auditSource } from './queries.ts'

export function auditAdminRoutes(api: Api) {
  handleList(api, 'listAudit', { source: auditSource, narrow })
}

/** Administrators without access to personal data get only the entries about content. */
const narrow = (filter: object, { capabilities }: CurrentUser) => ({
  ...filter,
  content_only: !readsPersonalData.some((one) => capabilities.includes(one)),
})
