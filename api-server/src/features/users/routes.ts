import { type Api, handle } from '../../http/handle.ts'
import { confirmEmail, undoEmail } from './email-change.ts'
import { cancelEmailChange, getMe, updateMe } from './service.ts'

export function userRoutes(api: Api) {
  handle(api, 'getMe', ({ deps, user }) => getMe(deps, user))
  handle(api, 'updateMe', ({ deps, user, body }) => updateMe(deps, user, body))
  handle(api, 'cancelEmailChange', ({ deps, user }) => cancelEmailChange(deps, user))
  handle(api, 'confirmEmail', async ({ deps, body }) => ({
    message: `Your address is ${await confirmEmail(deps, body.token)} now.`,
  }))
  handle(api, 'undoEmail', async ({ deps, body }) => ({
    message: `Your address is ${await undoEmail(deps, body.token)} again, and every device is signed out.`,
  }))
}
