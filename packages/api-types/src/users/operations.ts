import type { Rows } from '../contract/operation.ts'

export const userOperations = {
  getMe: { method: 'GET', path: '/users/me', auth: 'bearer', returns: 'me', inactive: true, summary: 'My account' },
  updateMe: {
    method: 'POST',
    path: '/users/me',
    auth: 'bearer',
    body: 'profileUpdatePayload',
    returns: 'me',
    summary: 'Changes my profile, e-mail address or password',
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/confirm_email',
    auth: 'public',
    body: 'emailTokenPayload',
    returns: 'sentence',
    rate: 'secret',
    extension: true,
    summary: 'Moves an account to its new address with the token mailed there; mails the old one a link that undoes it',
  },
  undoEmail: {
    method: 'POST',
    path: '/auth/undo_email',
    auth: 'public',
    body: 'emailTokenPayload',
    returns: 'sentence',
    rate: 'secret',
    extension: true,
    summary: 'Gives an account back to the address it had, within 72 hours, and ends every session',
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/users/me/email_change',
    auth: 'bearer',
    returns: 'me',
    extension: true,
    summary: 'Forgets the new address that waits to be confirmed',
  },
} as const satisfies Rows
