import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { alertSource } from './queries.ts'
import { allowedOnAlert, decideFlagAlert, readAlert } from './service.ts'

export function flagSharingAdminRoutes(api: Api) {
  handleList(api, 'listFlagAlerts', { source: alertSource, allowed: allowedOnAlert })
  handle(api, 'getFlagAlert', ({ deps, user, params }) => readAlert(deps.db, user, params.id))
  handle(api, 'decideFlagAlert', ({ deps, auditActor, params, body }) =>
    decideFlagAlert(deps, auditActor, params.id, body),
  )
}
