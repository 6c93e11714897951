import type { Rows } from '../contract/operation.ts'
import { admin, owner, personal, support, supportOrOwner } from '../contract/row.ts'

export const authAdminOperations = {
  getSecuritySettings: admin('GET /admin/security_settings', 'securitySettings', {
    summary: 'Security settings for administrators',
  }),
  updateSecuritySettings: owner('PATCH /admin/security_settings', 'securitySettings', 'securitySettings', {
    summary: 'Sets whether administrators need a second factor; takes effect at their next call',
  }),
  startImpersonation: support(
    'POST /admin/user/{username}/impersonation',
    'impersonationPayload',
    'impersonationTicket',
    {
      summary: 'Starts a read-only session as a learner for one hour, notifies them, and returns a one-time code',
    },
  ),
  getUserSecondFactor: personal('GET /admin/user/{username}/second_factor', 'userSecondFactor', {
    summary: 'Second factors of an account, without secrets, and a pending removal',
  }),
  askFactorRemoval: supportOrOwner(
    'POST /admin/user/{username}/second_factor/removal',
    'factorRemovalPayload',
    'userSecondFactor',
    {
      rate: 'secret',
      idempotent: true,
      summary: 'Removes all second factors of an account in 24 hours; the owner is notified and can cancel it',
    },
  ),
  cancelFactorRemoval: supportOrOwner('DELETE /admin/user/{username}/second_factor/removal', 'userSecondFactor', {
    summary: 'Cancels a pending removal of second factors',
  }),
  listUserSessions: personal('GET /admin/user/{username}/sessions', 'userSession[]', {
    list: { filter: 'idFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Current and past sessions of an account, newest first',
  }),
  endUserSession: support('DELETE /admin/user/{username}/sessions/{id}', { summary: 'Ends one session of an account' }),
  endUserSessions: support('DELETE /admin/user/{username}/sessions', { summary: 'Ends all sessions of an account' }),
} satisfies Rows
