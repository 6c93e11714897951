import { type Api, handle } from '../../http/handle.ts'
import * as flags from './service.ts'

export function flagRoutes(api: Api) {
  handle(api, 'listLabFlags', ({ deps, params, user }) => flags.listLabFlags(deps, user, params.lab))
  handle(api, 'listMyFlags', ({ deps, user }) => flags.listMyFlags(deps, user))
  handle(api, 'checkFlag', ({ deps, params, user }) => flags.checkFlag(deps, user, params.id))
  handle(api, 'submitFlag', ({ deps, params, user, body }) => flags.submitFlag(deps, user, params.id, body.flag))
  handle(api, 'getWalkthroughUrl', ({ deps, params, user }) => flags.readWalkthrough(deps, user, params.id))
}
