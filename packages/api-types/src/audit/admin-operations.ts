import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const auditAdminOperations = {
  listAudit: {
    method: 'GET',
    path: '/admin/audit',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'auditFilter', sorts: ['at'], defaultSort: ['at', 'DESC'] },
    returns: 'auditEntry[]',
    extension: true,
    summary: 'Audit log of administrators',
  },
} as const satisfies Rows
