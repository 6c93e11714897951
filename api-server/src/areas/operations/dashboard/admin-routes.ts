import { type Api, handle } from '../../../http/calls/handle.ts'
import { readDashboard } from './attention.ts'
import { readFigures } from './figures/service.ts'
import { readSetup } from './setup.ts'

export function dashboardAdminRoutes(api: Api) {
  handle(api, 'getDashboard', ({ deps }) => readDashboard(deps))
  handle(api, 'getFigures', ({ deps, query }) => readFigures(deps, query))
  handle(api, 'getSetup', ({ deps, user }) => readSetup(deps, user))
}
