import type { Rows } from '../contract/operation.ts'

export const examOperations = {
  getCanSchedule: {
    method: 'GET',
    path: '/exams/{exam}/can_schedule',
    auth: 'bearer',
    summary: 'Whether I may book, and every reason why not',
  },
  addExtraPointsPR: {
    method: 'POST',
    path: '/exams/{exam}/extra_points_pr',
    auth: 'bearer',
    body: 'extraPointsPRPayload',
    summary: 'Hands in a pull request for extra points',
  },
  getExam: {
    method: 'GET',
    path: '/exams/{slug}',
    auth: 'public',
    returns: 'exam',
    summary: 'What a visitor may know of an exam',
  },
  getMyExam: { method: 'GET', path: '/exams/{exam}/me', auth: 'bearer', summary: 'An exam and me' },
  listExams: { method: 'GET', path: '/exams/', auth: 'bearer', returns: 'examCard[]', summary: 'The exams on sale' },
  listMyExams: { method: 'GET', path: '/exams/me', auth: 'bearer', returns: 'myExam[]', summary: 'My exams' },
  rescheduleExam: {
    method: 'POST',
    path: '/exams/{exam}/reschedule',
    auth: 'bearer',
    body: 'rescheduleExamPayload',
    summary: 'Moves my booking',
  },
  resetExam: {
    method: 'POST',
    path: '/exams/reset/{slug}',
    auth: 'bearer',
    rate: 'lab',
    idempotent: true,
    summary: 'Builds the exam environment again',
  },
  scheduleExam: {
    method: 'POST',
    path: '/exams/{exam}/schedule',
    auth: 'bearer',
    body: 'scheduleExamPayload',
    idempotent: true,
    summary: 'Books a slot',
  },
  listPublicExams: {
    method: 'GET',
    path: '/catalogue/exams',
    auth: 'public',
    returns: 'examCard[]',
    extension: true,
    summary: 'The exams on sale, for visitors',
  },
} as const satisfies Rows
