import type { Rows } from '../contract/operation.ts'

export const lessonReportOperations = {
  reportLesson: {
    method: 'POST',
    path: '/lesson_reports/{slug}/{section}/{lesson}',
    auth: 'bearer',
    body: 'lessonReportPayload',
    returns: 'myLessonReport',
    status: 201,
    rate: 'report',
    idempotent: true,
    extension: true,
    summary: 'Reports an error in a lesson that I may study',
  },
  listMyLessonReports: {
    method: 'GET',
    path: '/lesson_reports/{slug}/{section}/{lesson}',
    auth: 'bearer',
    returns: 'myLessonReport[]',
    extension: true,
    summary: 'My latest reports of errors in a lesson, with their answers',
  },
} as const satisfies Rows
