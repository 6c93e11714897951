import type { Rows } from '../contract/operation.ts'

export const lessonReportAdminOperations = {
  listLessonReports: {
    method: 'GET',
    path: '/admin/lesson_reports',
    auth: 'admin',
    query: 'listFields',
    list: { filter: 'lessonReportFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    returns: 'lessonReportRow[]',
    extension: true,
    summary: 'Errors in lessons that learners reported; who did so is told to those who may read about people',
  },
  decideLessonReport: {
    method: 'POST',
    path: '/admin/lesson_reports/{id}/decision',
    auth: 'admin',
    capabilities: ['content'],
    body: 'lessonReportDecision',
    extension: true,
    summary: 'Accepts a report, or closes it, which is answered by mail',
  },
} as const satisfies Rows
