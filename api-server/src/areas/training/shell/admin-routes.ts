import { type Api, handle } from '../../../http/calls/handle.ts'
import { listMissingCommands } from './service.ts'

export function shellAdminRoutes(api: Api) {
  handle(api, 'listMissingCommands', ({ deps, params }) => listMissingCommands(deps, params.slug))
}
