import type { Rows } from '../contract/operation.ts'

export const labAdminOperations = {
  listLabChoices: {
    method: 'GET',
    path: '/labs',
    auth: 'admin',
    returns: 'choice[]',
    summary: 'Labs for select fields, including drafts',
  },
} as const satisfies Rows
