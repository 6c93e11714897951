import type { Rows } from '../contract/operation.ts'

export const auditAdminOperations = {
  listAudit: {
    method: 'GET',
    path: '/admin/audit',
    auth: 'admin',
    query: 'listFields',
    list: { filter: 'auditFilter', sorts: ['at'], defaultSort: ['at', 'DESC'] },
    returns: 'auditEntry[]',
    extension: true,
    summary: 'What administrators changed',
  },
} as const satisfies Rows
