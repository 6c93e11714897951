import type { Rows } from '../contract/operation.ts'

export const courseAdminOperations = {
  listCourseChoices: {
    method: 'GET',
    path: '/courses',
    auth: 'admin',
    returns: 'choice[]',
    summary: 'Courses for select fields, including drafts',
  },
} as const satisfies Rows
