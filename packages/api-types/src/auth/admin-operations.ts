import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const authAdminOperations = {
  getSecuritySettings: {
    method: 'GET',
    path: '/admin/security_settings',
    auth: 'admin',
    returns: 'securitySettings',
    extension: true,
    summary: 'Security settings for administrators',
  },
  updateSecuritySettings: {
    method: 'PATCH',
    path: '/admin/security_settings',
    auth: 'admin',
    capabilities: ['owner'],
    body: 'securitySettings',
    returns: 'securitySettings',
    extension: true,
    summary: 'Sets whether administrators need a second factor; takes effect at their next call',
  },
  startImpersonation: {
    method: 'POST',
    path: '/admin/user/{username}/impersonation',
    auth: 'admin',
    capabilities: ['support'],
    body: 'impersonationPayload',
    returns: 'impersonationTicket',
    extension: true,
    summary:
      'Starts a read-only session as a learner for one hour and notifies the learner; returns a one-time code for a new tab',
  },
  listUserSessions: {
    method: 'GET',
    path: '/admin/user/{username}/sessions',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'idFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    returns: 'userSession[]',
    extension: true,
    summary: 'Current and past sessions of an account, newest first',
  },
  endUserSession: {
    method: 'DELETE',
    path: '/admin/user/{username}/sessions/{id}',
    auth: 'admin',
    capabilities: ['support'],
    extension: true,
    summary: 'Ends one session of an account',
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/admin/user/{username}/sessions',
    auth: 'admin',
    capabilities: ['support'],
    extension: true,
    summary: 'Ends all sessions of an account',
  },
} as const satisfies Rows
