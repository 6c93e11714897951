import { type Api, handle } from '../../../http/handle.ts'
import { listCourseChoices } from './queries.ts'

export function courseAdminRoutes(api: Api) {
  handle(api, 'listCourseChoices', ({ deps }) => listCourseChoices(deps.db))
}
