import type { Rows } from '../contract/operation.ts'

export const examOperations = {
  getCanSchedule: {
    method: 'GET',
    path: '/exams/{exam}/can_schedule',
    auth: 'bearer',
    summary: 'Whether I may book, with all reasons against it',
  },
  addExtraPointsPR: {
    method: 'POST',
    path: '/exams/{exam}/extra_points_pr',
    auth: 'bearer',
    body: 'extraPointsPRPayload',
    summary: 'Submits a pull request for extra points',
  },
  getExam: {
    method: 'GET',
    path: '/exams/{slug}',
    auth: 'public',
    returns: 'exam',
    summary: 'The public page of an exam',
  },
  getMyExam: {
    method: 'GET',
    path: '/exams/{exam}/me',
    auth: 'bearer',
    summary: 'An exam with my access and attempts',
  },
  listExams: { method: 'GET', path: '/exams/', auth: 'bearer', returns: 'examCard[]', summary: 'Exams for sale' },
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
    summary: 'Rebuilds the exam environment',
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
    summary: 'Exams for sale, for visitors',
  },
} as const satisfies Rows
