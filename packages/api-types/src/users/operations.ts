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
} as const satisfies Rows
