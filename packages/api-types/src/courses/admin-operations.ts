import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const courseAdminOperations = {
  listCourseChoices: admin.published('GET /courses', 'choice[]', {
    summary: 'Courses for select fields, including drafts',
  }),
} satisfies Rows
