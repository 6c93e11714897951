import type { Rows } from '../contract/operation.ts'

export const entitlementAdminOperations = {
  listUserEntitlements: {
    method: 'GET',
    path: '/admin/user/{username}/entitlements',
    auth: 'admin',
    query: 'listFields',
    list: { filter: 'userEntitlementFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    returns: 'userEntitlement[]',
    extension: true,
    summary: 'What the ledger says of a learner, the newest first',
  },
  explainAccess: {
    method: 'GET',
    path: '/admin/user/{username}/access/{kind}/{slug}',
    auth: 'admin',
    returns: 'accessAnswer',
    extension: true,
    summary: 'Why a course, lab or exam opens to a learner or does not, in the words the learner reads',
  },
} as const satisfies Rows
