import { type Api, handle } from '../../../http/calls/handle.ts'
import { readInsight } from './service.ts'

export function insightAdminRoutes(api: Api) {
  handle(api, 'getCourseInsight', ({ deps, params }) => readInsight(deps, params.slug))
}
