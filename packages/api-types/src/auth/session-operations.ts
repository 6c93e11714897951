import type { Rows } from '../contract/operation.ts'

/** Operations used by both apps: refresh and end a session, and confirm the user's identity. */
export const sessionOperations = {
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    auth: 'public',
    returns: 'session',
    summary: 'Returns an access token for the refresh cookie and rotates the cookie; 204 without a cookie',
  },
  signout: {
    method: 'POST',
    path: '/auth/signout',
    auth: 'public',
    summary: 'Ends the session of the refresh cookie',
  },
  getMySecondFactor: {
    method: 'GET',
    path: '/auth/factors',
    auth: 'bearer',
    impersonation: 'denied',
    returns: 'secondFactor',
    allowWithoutSecondFactor: true,
    extension: true,
    summary: 'My second factors and the number of recovery codes left',
  },
  startPasskeyAuthentication: {
    method: 'POST',
    path: '/auth/factors/passkeys/ask',
    auth: 'bearer',
    returns: 'passkeyRequest',
    rate: 'secret',
    extension: true,
    summary: 'Passkey options to prove a change of my account; valid once, for minutes',
  },
  finishPasskeyAuthentication: {
    method: 'POST',
    path: '/auth/factors/passkeys/prove',
    auth: 'bearer',
    body: 'passkeyAnswerPayload',
    bodyLimit: 64 * 1024,
    returns: 'factorProof',
    rate: 'secret',
    extension: true,
    summary: 'Returns a one-time code for a passkey assertion, to be sent with the password',
  },
} as const satisfies Rows
