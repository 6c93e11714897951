import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const lessonReportOperations = {
  reportLesson: signedIn('POST /lesson_reports/{slug}/{section}/{lesson}', 'lessonReportPayload', 'myLessonReport', {
    status: 201,
    rate: 'report',
    idempotent: true,
    summary: 'Reports an error in a lesson',
  }),
  listMyLessonReports: signedIn('GET /lesson_reports/{slug}/{section}/{lesson}', 'myLessonReport[]', {
    summary: 'My latest error reports about a lesson, with the answers',
  }),
} satisfies Rows
