import type { Rows } from '../contract/operation.ts'

export const userOperations = {
  getMe: {
    method: 'GET',
    path: '/users/me',
    auth: 'bearer',
    returns: 'me',
    allowUnactivated: true,
    allowWithoutSecondFactor: true,
    summary: 'My account',
  },
  updateMe: {
    method: 'POST',
    path: '/users/me',
    auth: 'bearer',
    body: 'profileUpdatePayload',
    bodyLimit: 64 * 1024,
    returns: 'me',
    allowWithoutSecondFactor: true,
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
    summary:
      'Confirms a new e-mail address with the token mailed to it; the old address gets a link to undo the change',
  },
  undoEmail: {
    method: 'POST',
    path: '/auth/undo_email',
    auth: 'public',
    body: 'emailTokenPayload',
    returns: 'sentence',
    rate: 'secret',
    extension: true,
    summary: 'Restores the previous e-mail address within 72 hours and ends all sessions',
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/users/me/email_change',
    auth: 'bearer',
    returns: 'me',
    extension: true,
    summary: 'Cancels an e-mail change that is not confirmed yet',
  },
} as const satisfies Rows
