import type { Rows } from '../contract/operation.ts'

export const authAdminOperations = {
  getSecuritySettings: {
    method: 'GET',
    path: '/admin/security_settings',
    auth: 'admin',
    returns: 'securitySettings',
    extension: true,
    summary: 'What the owners require of administrators',
  },
  updateSecuritySettings: {
    method: 'PATCH',
    path: '/admin/security_settings',
    auth: 'admin',
    capabilities: ['owner'],
    body: 'securitySettings',
    returns: 'securitySettings',
    extension: true,
    summary: 'Requires a second factor of administrators, or leaves it to them; acts at their next call',
  },
} as const satisfies Rows
