import { isUuid } from '../../../../db/uuid.ts'
import { ApiError } from '../../../../errors.ts'
import { type Api, handle } from '../../../../http/handle.ts'
import { deviceName } from './device-name.ts'
import { endSession, endSessions, hasOpenSession, listSessions } from './queries.ts'

export function sessionRoutes(api: Api) {
  handle(api, 'listMySessions', async ({ deps, user }) => {
    const rows = await listSessions(deps.db, user.id)
    return rows
      .map(({ user_agent, ...row }) => ({
        ...row,
        device: deviceName(user_agent ?? ''),
        current: row.id === user.session_id,
      }))
      .toSorted((a, b) => Number(b.current) - Number(a.current))
  })
  handle(api, 'endMySession', async ({ deps, user, params }) => {
    if (!isUuid(params.id) || !(await hasOpenSession(deps.db, user.id, params.id)))
      throw new ApiError('not_found', 'This device is no longer signed in.')
    await endSession(deps.db, params.id, 'ended by its owner')
  })
  handle(api, 'endMyOtherSessions', async ({ deps, user }) => {
    await endSessions(deps.db, user.id, 'ended by its owner', user.session_id)
  })
}
