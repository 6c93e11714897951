import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { reportSource } from './queries.ts'
import { allowedOnReport, decideReport, hideReporter, listMyReports, reportLesson } from './service.ts'

export function lessonReportRoutes(api: Api) {
  handle(api, 'reportLesson', ({ deps, user, params, body }) => reportLesson(deps, user, params, body))
  handle(api, 'listMyLessonReports', ({ deps, user, params }) => listMyReports(deps, user, params))
}

export function lessonReportAdminRoutes(api: Api) {
  handleList(api, 'listLessonReports', { source: reportSource, allowed: allowedOnReport, present: hideReporter })
  handle(api, 'decideLessonReport', ({ deps, auditActor, params, body }) =>
    decideReport(deps, auditActor, params.id, body),
  )
}
