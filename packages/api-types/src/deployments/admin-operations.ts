import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const deploymentAdminOperations = {
  listDeployments: {
    method: 'GET',
    path: '/admin/deployments',
    auth: 'admin',
    capabilities: [...readsPersonalData, 'cloud'],
    query: 'listFields',
    list: { filter: 'deploymentFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    returns: 'deploymentRow[]',
    extension: true,
    summary: 'Deployments: filtered, sorted, paged',
  },
} as const satisfies Rows
