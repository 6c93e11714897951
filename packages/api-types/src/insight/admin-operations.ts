import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const insightAdminOperations = {
  getCourseInsight: admin('GET /admin/courses/{slug}/insight', 'courseInsight', {
    summary: 'Learning figures of a course: lessons, video tenths, flag attempts, failed labs',
  }),
} satisfies Rows
