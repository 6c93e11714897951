import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

export const lessonReportAdminOperations = {
  listLessonReports: admin('GET /admin/lesson_reports', 'lessonReportRow[]', {
    list: { filter: 'lessonReportFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Errors in lessons that learners reported; who did so is told to those who may read about people',
  }),
  decideLessonReport: content('POST /admin/lesson_reports/{id}/decision', {
    body: 'lessonReportDecision',
    summary: 'Accepts a report, or closes it, which is answered by mail',
  }),
} satisfies Rows
