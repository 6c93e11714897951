import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const exportAdminOperations = {
  exportList: admin('POST /admin/exports/{list}', {
    body: 'exportAsk',
    bodyLimit: 1024 * 1024,
    stream: 'file',
    summary: 'A list as CSV; requires the same permissions as the list',
  }),
} satisfies Rows
