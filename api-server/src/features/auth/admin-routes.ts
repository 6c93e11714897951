import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { openSeeAs } from './impersonation/impersonation.ts'
import { ofAccount } from './of-account-sql.ts'
import { getSecuritySettings, updateSecuritySettings } from './second-factor/admin-requirement.ts'
import { endSessionsOf } from './sessions/admin-sessions.ts'
import { sessionSource } from './sessions/admin-source.ts'

export function authAdminRoutes(api: Api) {
  handle(api, 'getSecuritySettings', ({ deps }) => getSecuritySettings(deps))
  handle(api, 'updateSecuritySettings', ({ deps, user, address, body }) =>
    updateSecuritySettings(deps, { actor: user, address }, body),
  )
  handle(api, 'seeAs', ({ deps, user, address, params, body }) =>
    openSeeAs(deps, { actor: user, address }, params.username, body.reason),
  )
  handleList(api, 'listUserSessions', {
    source: sessionSource,
    within: ofAccount(sessionSource.table.user_id),
  })
  handle(api, 'endUserSession', ({ deps, user, address, params }) =>
    endSessionsOf(deps, { actor: user, address }, params),
  )
  handle(api, 'endUserSessions', ({ deps, user, address, params }) =>
    endSessionsOf(deps, { actor: user, address }, { username: params.username }),
  )
}
