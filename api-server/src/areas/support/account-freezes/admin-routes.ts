import { type Api, handle } from '../../../http/calls/handle.ts'
import { freezeUser, unfreezeUser } from './service.ts'

export function accountFreezeAdminRoutes(api: Api) {
  handle(api, 'freezeUser', ({ deps, auditActor, params, body }) => freezeUser(deps, auditActor, params.username, body))
  handle(api, 'unfreezeUser', async ({ deps, auditActor, params, body }) => {
    await unfreezeUser(deps, auditActor, params.username, body)
    return { message: `${params.username} can sign in again.` }
  })
}
