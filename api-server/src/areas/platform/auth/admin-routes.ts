import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { startImpersonation } from './impersonation/impersonation.ts'
import { ofAccount } from './queries.ts'
import { getSecuritySettings, updateSecuritySettings } from './second-factor/enrolment.ts'
import { askFactorRemoval, cancelFactorRemoval, readUserFactors } from './second-factor/removal.ts'
import { allowedOnSession, endSessionsOf } from './sessions/admin-sessions.ts'
import { sessionSource } from './sessions/admin-source.ts'

export function authAdminRoutes(api: Api) {
  handle(api, 'getSecuritySettings', ({ deps }) => getSecuritySettings(deps))
  handle(api, 'updateSecuritySettings', ({ deps, auditActor, body }) => updateSecuritySettings(deps, auditActor, body))
  handle(api, 'startImpersonation', ({ deps, auditActor, params, body }) =>
    startImpersonation(deps, auditActor, params.username, body.reason),
  )
  handle(api, 'getUserSecondFactor', ({ deps, user, params }) => readUserFactors(deps, user, params.username))
  handle(api, 'askFactorRemoval', ({ deps, auditActor, params, body }) =>
    askFactorRemoval(deps, auditActor, params.username, body),
  )
  handle(api, 'cancelFactorRemoval', ({ deps, auditActor, params }) =>
    cancelFactorRemoval(deps, auditActor, params.username),
  )
  handleList(api, 'listUserSessions', {
    source: sessionSource,
    allowed: allowedOnSession,
    scope: ofAccount(sessionSource.table.user_id),
  })
  handle(api, 'endUserSession', ({ deps, auditActor, params }) => endSessionsOf(deps, auditActor, params))
  handle(api, 'endUserSessions', ({ deps, auditActor, params }) =>
    endSessionsOf(deps, auditActor, { username: params.username }),
  )
}
