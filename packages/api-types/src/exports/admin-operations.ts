import type { Rows } from '../contract/operation.ts'

export const exportAdminOperations = {
  exportList: {
    method: 'POST',
    path: '/admin/exports/{list}',
    auth: 'admin',
    body: 'exportAsk',
    stream: 'file',
    extension: true,
    summary: 'A list as CSV, named by its row in this table; needs the rights that the list needs',
  },
} as const satisfies Rows
