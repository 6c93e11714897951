import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

/** Operations used by both apps: refresh and end a session, and confirm the user's identity. */
export const sessionOperations = {
  refresh: anyone.published('POST /auth/refresh', 'session', {
    summary: 'Returns an access token for the refresh cookie and rotates the cookie; 204 without a cookie',
  }),
  signout: anyone.published('POST /auth/signout', { summary: 'Ends the session of the refresh cookie' }),
  getMySecondFactor: signedIn('GET /auth/factors', 'secondFactor', {
    impersonation: 'denied',
    allowWithoutSecondFactor: true,
    summary: 'My second factors and the number of recovery codes left',
  }),
  startPasskeyAuthentication: signedIn('POST /auth/factors/passkeys/ask', 'passkeyRequest', {
    rate: 'secret',
    summary: 'Passkey options to prove a change of my account; valid once, for minutes',
  }),
  finishPasskeyAuthentication: signedIn('POST /auth/factors/passkeys/prove', 'passkeyAnswerPayload', 'factorProof', {
    bodyLimit: 64 * 1024,
    rate: 'secret',
    summary: 'Returns a one-time code for a passkey assertion, to be sent with the password',
  }),
} satisfies Rows
