import { type Api, handle } from '../../../http/handle.ts'
import { handleList } from '../../../http/list.ts'
import { reportSource } from './admin-queries.ts'
import { allowedOnReport, decideReport, hideReporter } from './admin-service.ts'

export function lessonReportAdminRoutes(api: Api) {
  handleList(api, 'listLessonReports', { source: reportSource, allowed: allowedOnReport, present: hideReporter })
  handle(api, 'decideLessonReport', ({ deps, auditActor, params, body }) =>
    decideReport(deps, auditActor, params.id, body),
  )
}
