import { type Api, handle } from '../../../http/handle.ts'
import { confirmEmail, undoEmail } from './email-change.ts'
import { cancelEmailChange, getMe, updateMe } from './service.ts'

export function userRoutes(api: Api) {
  handle(api, 'getMe', ({ deps, user }) => getMe(deps, user))
  handle(api, 'updateMe', ({ deps, user, body }) => updateMe(deps, user, body))
  handle(api, 'cancelEmailChange', ({ deps, user }) => cancelEmailChange(deps, user))
  handle(api, 'confirmEmail', async ({ deps, body }) => ({
    message: `Your e-mail address is now ${await confirmEmail(deps, body.token)}.`,
  }))
  handle(api, 'undoEmail', async ({ deps, body }) => ({
    message: `Your e-mail address is ${await undoEmail(deps, body.token)} again, and all devices were signed out.`,
  }))
}
