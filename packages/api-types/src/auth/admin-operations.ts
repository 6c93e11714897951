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
  listUserSessions: {
    method: 'GET',
    path: '/admin/user/{username}/sessions',
    auth: 'admin',
    query: 'listFields',
    list: true,
    returns: 'userSession[]',
    extension: true,
    summary: 'Where an account is and was signed in, the newest first',
  },
  endUserSession: {
    method: 'DELETE',
    path: '/admin/user/{username}/sessions/{id}',
    auth: 'admin',
    capabilities: ['support'],
    extension: true,
    summary: 'Signs an account out of one device at once',
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/admin/user/{username}/sessions',
    auth: 'admin',
    capabilities: ['support'],
    extension: true,
    summary: 'Signs an account out everywhere at once',
  },
} as const satisfies Rows
