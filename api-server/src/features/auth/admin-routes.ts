import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { findUserId } from '../users/queries.ts'
import { listSessionsOf } from './admin-session-queries.ts'
import { endSessionsOf } from './admin-sessions.ts'
import { deviceName } from './device-name.ts'
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
  handle(api, 'listUserSessions', async ({ deps, params, query }) => {
    const userId = await findUserId(deps.db, params.username)
    const { data, ...page } = await listSessionsOf(deps.db, userId, readList(query, ownSessions))
    return { ...page, data: data.map((row) => ({ ...row, device: deviceName(row.user_agent ?? '') })) }
  })
  handle(api, 'endUserSession', ({ deps, user, address, params }) =>
    endSessionsOf(deps, { actor: user, address }, params),
  )
  handle(api, 'endUserSessions', ({ deps, user, address, params }) =>
    endSessionsOf(deps, { actor: user, address }, { username: params.username }),
  )
}

const ownSessions = { filters: z.strictObject({}), sorts: ['created_at'] } as const
