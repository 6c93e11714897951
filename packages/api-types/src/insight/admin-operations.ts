import type { Rows } from '../contract/operation.ts'

export const insightAdminOperations = {
  getCourseInsight: {
    method: 'GET',
    path: '/admin/courses/{slug}/insight',
    auth: 'admin',
    returns: 'courseInsight',
    extension: true,
    summary: 'How learners fare in a course: lessons, films by tenths, flags by tries, labs that failed',
  },
} as const satisfies Rows
