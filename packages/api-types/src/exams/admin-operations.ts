import type { Rows } from '../contract/operation.ts'

export const examAdminOperations = {
  listExamChoices: {
    method: 'GET',
    path: '/exams',
    auth: 'admin',
    returns: 'choice[]',
    summary: 'Exams for select fields, including drafts',
  },
} as const satisfies Rows
