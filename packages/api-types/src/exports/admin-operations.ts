import type { Rows } from '../contract/operation.ts'

export const exportAdminOperations = {
  exportList: {
    method: 'POST',
    path: '/admin/exports/{list}',
    auth: 'admin',
    body: 'exportAsk',
    bodyLimit: 1024 * 1024,
    stream: 'file',
    extension: true,
    summary: 'A list as CSV; needs the same rights as the list',
  },
} as const satisfies Rows
