import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../users/queries.ts'
import { sessionSource } from './admin-session-queries.ts'
import { endSessionsOf } from './admin-sessions.ts'
import { getSecuritySettings, updateSecuritySettings } from './security-settings.ts'
import { openSeeAs } from './see-as.ts'

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
