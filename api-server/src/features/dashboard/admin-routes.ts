import { type Api, handle } from '../../http/handle.ts'
import { readDashboard } from './service.ts'

export function dashboardAdminRoutes(api: Api) {
  handle(api, 'getDashboard', ({ deps }) => readDashboard(deps))
}
