import { type Api, handle, handleCounted } from '../../http/handle.ts'
import { addExtraData } from './extra-data.ts'
import { countFlagCall } from './flag-queries.ts'
import * as flags from './flags.ts'
import { listMyLabs, readMyLab } from './my-labs.ts'

export function labRoomRoutes(api: Api) {
  handle(api, 'getMyLab', ({ deps, params, user, address }) => readMyLab(deps, user, params.slug, address))
  handle(api, 'listMyLabs', ({ deps, user }) => listMyLabs(deps, user))
  handle(api, 'addExtraDataLab', ({ deps, params, user, body, address }) =>
    addExtraData(deps, user, params.slug, body.values, address),
  )
  handle(api, 'listLabFlags', ({ deps, params, user }) => flags.listLabFlags(deps, user, params.lab))
  handle(api, 'listMyFlags', ({ deps, user }) => flags.listMyFlags(deps, user))
  handle(api, 'checkFlag', ({ deps, params, user }) => flags.checkFlag(deps, user, params.id))
  handleCounted(api, 'submitFlag', countFlagCall, ({ deps, user, body }, counted) =>
    flags.submitFlag(deps, user, counted, body.flag),
  )
  handle(api, 'getWalkthroughUrl', ({ deps, params, user }) => flags.readWalkthrough(deps, user, params.id))
}
