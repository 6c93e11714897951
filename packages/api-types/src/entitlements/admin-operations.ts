import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const entitlementAdminOperations = {
  listUserEntitlements: {
    method: 'GET',
    path: '/admin/user/{username}/entitlements',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'userEntitlementFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    returns: 'userEntitlement[]',
    extension: true,
    summary: 'A learner’s entitlements, newest first',
  },
  explainAccess: {
    method: 'GET',
    path: '/admin/user/{username}/access/{kind}/{slug}',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'accessAnswer',
    extension: true,
    summary: 'Whether and why a learner has access to a course, lab or exam, in the words that the learner sees',
  },
} as const satisfies Rows
