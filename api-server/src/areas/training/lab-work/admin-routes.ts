import { type Api, handle } from '../../../http/calls/handle.ts'

import { handleList } from '../../../http/calls/list.ts'
import * as corrections from './corrections.ts'
import { listUserLabs } from './corrections.ts'
import { labSource } from './queries.ts'

export function labWorkAdminRoutes(api: Api) {
  handleList(api, 'listLabsForAdmin', { source: labSource })
  handle(api, 'listUserLabs', ({ deps, user, params }) => listUserLabs(deps.db, user, params.username))
  handle(api, 'extendLabAccess', ({ deps, auditActor, params, query, body }) =>
    corrections.extendLabAccess(deps, auditActor, { ...params, ...query }, body),
  )
  handle(api, 'setLabDownloadLimit', ({ deps, auditActor, params, query, body }) =>
    corrections.setLabDownloadLimit(deps, auditActor, { ...params, ...query }, body),
  )
  handle(api, 'resetLabResets', ({ deps, auditActor, params, body }) =>
    corrections.resetLabResets(deps, auditActor, params, body),
  )
  handle(api, 'resetLabForUser', ({ deps, auditActor, params, body }) =>
    corrections.resetLabForUser(deps, auditActor, params, body),
  )
}
