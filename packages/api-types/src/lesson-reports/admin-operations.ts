import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

export const lessonReportAdminOperations = {
  listLessonReports: admin('GET /admin/lesson_reports', 'lessonReportRow[]', {
    list: { filter: 'lessonReportFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Error reports about lessons; the reporter is visible only with access to personal data',
  }),
  decideLessonReport: content('POST /admin/lesson_reports/{id}/decision', {
    body: 'lessonReportDecision',
    summary: 'Accepts an error report, or closes it with a mail to the reporter',
  }),
} satisfies Rows
