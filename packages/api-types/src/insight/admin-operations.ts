import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const insightAdminOperations = {
  getCourseInsight: admin('GET /admin/courses/{slug}/insight', 'courseInsight', {
    summary: 'How learners fare in a course: lessons, films by tenths, flags by tries, labs that failed',
  }),
} satisfies Rows
