import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { resendActivationForUser, sendPasswordReset, updateUser } from './admin-service.ts'
import { userList } from './list.ts'
import { findUser, userSource } from './queries.ts'

export function userAdminRoutes(api: Api) {
  handleList(api, 'listUsers', { spec: userList, source: userSource })
  handle(api, 'getUser', ({ deps, params }) => findUser(deps.db, params.username))
  handle(api, 'updateUser', ({ deps, body, user, address }) => updateUser(deps, { actor: user, address }, body))
  handle(api, 'sendPasswordReset', async ({ deps, params, user, address }) => {
    await sendPasswordReset(deps, { actor: user, address }, params.username)
    return { message: `A link for a new password is on its way to ${params.username}.` }
  })
  handle(api, 'resendActivationForUser', async ({ deps, params, user, address }) => {
    await resendActivationForUser(deps, { actor: user, address }, params.username)
    return { message: `The activation link is on its way to ${params.username}.` }
  })
}
