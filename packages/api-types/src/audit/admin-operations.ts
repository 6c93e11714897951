import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const auditAdminOperations = {
  listAudit: {
    method: 'GET',
    path: '/admin/audit',
    auth: 'admin',
    readCapabilities: { address: readsPersonalData },
    query: 'listFields',
    list: { filter: 'auditFilter', sorts: ['at'], defaultSort: ['at', 'DESC'] },
    returns: 'auditEntry[]',
    extension: true,
    summary: 'Audit log of administrators; without a capability for personal data, its entries about content',
  },
} as const satisfies Rows
