import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const auditAdminOperations = {
  listAudit: admin('GET /admin/audit', 'auditEntry[]', {
    readCapabilities: { address: readsPersonalData },
    list: { filter: 'auditFilter', sorts: ['at'], defaultSort: ['at', 'DESC'] },
    summary: 'Audit log of administrators; only content entries without access to personal data',
  }),
} satisfies Rows
