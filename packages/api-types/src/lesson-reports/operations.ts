import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const lessonReportOperations = {
  reportLesson: signedIn('POST /lesson_reports/{slug}/{section}/{lesson}', 'lessonReportPayload', 'myLessonReport', {
    status: 201,
    rate: 'report',
    idempotent: true,
    summary: 'Reports an error in a lesson that I may study',
  }),
  listMyLessonReports: signedIn('GET /lesson_reports/{slug}/{section}/{lesson}', 'myLessonReport[]', {
    summary: 'My latest reports of errors in a lesson, with their answers',
  }),
} satisfies Rows
