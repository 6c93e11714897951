import type { Rows } from '../contract/operation.ts'
import { personal, support, supportOrOwner } from '../contract/row.ts'

export const userAdminOperations = {
  sendPasswordReset: support.published('POST /admin/user/forgot_password/{username}', 'sentence', {
    status: 202,
    summary: 'Mails a learner a link for a new password',
  }),
  resendActivationForUser: support.published('POST /admin/user/resend_activate_email/{username}', 'sentence', {
    status: 202,
    summary: 'Mails a learner the activation link again',
  }),
  updateUser: supportOrOwner.published('PATCH /admin/user/', 'userEdit', 'userRecord', {
    fieldCapabilities: {
      roles: ['owner'],
      capabilities: ['owner'],
      email: ['support'],
      full_name: ['support'],
      disabled: ['support'],
      country: ['support'],
      company: ['support'],
      accommodation: ['support'],
      accommodation_reason: ['support'],
    },
    summary: 'Changes an account',
  }),
  getUser: personal.published('GET /admin/user/{username}', 'userRecord', { summary: 'One account' }),
  listUsers: personal.published('GET /admin/users', 'userRow[]', {
    list: {
      filter: 'userFilter',
      sorts: ['username', 'full_name', 'email', 'created_at', 'last_seen_at'],
      defaultSort: ['created_at', 'DESC'],
    },
    summary: 'Accounts: filtered, sorted, paged',
  }),
  listUserMails: personal('GET /admin/user/{username}/mails', 'userMail[]', {
    list: { filter: 'userMailFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Mails sent to an account, without their content',
  }),
  resendUserMail: support('POST /admin/user/{username}/mails/{id}/resend', 'sentence', {
    status: 202,
    summary: 'Retries a mail that could not be sent',
  }),
  listUserAcceptances: personal('GET /admin/user/{username}/acceptances', 'legalAcceptance[]', {
    summary: 'Legal pages that an account accepted, latest first',
  }),
  getUserTimeline: personal('GET /admin/user/{username}/timeline', 'timeline', {
    query: 'timelineQuery',
    summary: 'Events of an account, newest first, in pages',
  }),
} satisfies Rows
