import { type Api, handle } from '../../../http/handle.ts'
import { listMyReports, reportLesson } from './service.ts'

export function lessonReportRoutes(api: Api) {
  handle(api, 'reportLesson', ({ deps, user, params, body }) => reportLesson(deps, user, params, body))
  handle(api, 'listMyLessonReports', ({ deps, user, params }) => listMyReports(deps, user, params))
}
