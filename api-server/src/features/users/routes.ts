import { type Api, handle } from '../../http/handle.ts'
import { getMe, updateMe } from './service.ts'

export function userRoutes(api: Api) {
  handle(api, 'getMe', ({ deps, user }) => getMe(deps, user))
  handle(api, 'updateMe', ({ deps, user, body }) => updateMe(deps, user, body))
}
