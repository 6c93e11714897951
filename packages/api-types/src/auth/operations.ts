import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

import { sessionOperations } from './session-operations.ts'

export const authOperations = {
  ...sessionOperations,
  activateAccount: anyone.published('POST /auth/activate_account', 'activateAccountPayload', 'sentence', {
    rate: 'secret',
    summary: 'Activates an account with the token from its activation mail',
  }),
  forgotPassword: anyone.published('POST /auth/forgot_password', 'forgotPasswordPayload', 'sentence', {
    status: 202,
    rate: 'mail',
    summary: 'Mails a link for a new password; the response is the same for unknown addresses',
  }),
  resendActivation: signedIn.published('GET /auth/resend_activation', 'sentence', {
    impersonation: 'denied',
    rate: 'mail',
    allowUnactivated: true,
    summary: 'Mails the activation link again',
  }),
  resetPassword: anyone.published('POST /auth/reset_password', 'resetPasswordPayload', 'sentence', {
    rate: 'secret',
    summary: 'Sets a new password with the token from the mail and ends all sessions',
  }),
  signin: anyone.published('POST /auth/signin', 'session', {
    form: 'signinForm',
    required: ['username', 'password'],
    rate: 'signin',
    summary: 'Signs in with username or e-mail address',
  }),
  signup: anyone.published('POST /auth/signup', 'signUpPayload', 'sentence', {
    status: 201,
    rate: 'mail',
    idempotent: true,
    summary: 'Creates an account and mails its activation link',
  }),
  listMySessions: signedIn('GET /auth/sessions', 'mySession[]', {
    impersonation: 'denied',
    allowWithoutSecondFactor: true,
    summary: 'My sessions with device, address and last use, the current one first',
  }),
  endMySession: signedIn('DELETE /auth/sessions/{id}', {
    allowWithoutSecondFactor: true,
    summary: 'Ends one of my sessions',
  }),
  endMyOtherSessions: signedIn('DELETE /auth/sessions', {
    allowWithoutSecondFactor: true,
    summary: 'Ends all my sessions except this one',
  }),
  finishSignin: anyone('POST /auth/second_factor', 'secondFactorPayload', 'session', {
    bodyLimit: 64 * 1024,
    rate: 'signin',
    summary: 'Completes a sign-in that needs a second factor: a passkey, an app code or a recovery code',
  }),
  startSigninPasskey: anyone('POST /auth/second_factor/passkey', 'signinChallengePayload', 'passkeyRequest', {
    rate: 'signin',
    summary: 'Passkey options for the second step of a sign-in; valid once, for minutes',
  }),
  startPasskeySignin: anyone('POST /auth/passkey', 'passkeyRequest', {
    rate: 'signin',
    summary: 'Passkey options for signing in without a password; valid once, for minutes',
  }),
  finishPasskeySignin: anyone('POST /auth/passkey/signin', 'passkeyAnswerPayload', 'session', {
    bodyLimit: 64 * 1024,
    rate: 'signin',
    summary: 'Signs in with a passkey that has verified its owner',
  }),
  setUpTotp: signedIn('POST /auth/factors/totp', 'proofPayload', 'totpKey', {
    allowWithoutSecondFactor: true,
    summary: 'Creates a key for an authenticator app, to be confirmed with a code',
  }),
  confirmTotp: signedIn('POST /auth/factors/totp/confirm', 'totpCodePayload', 'recoveryCodes', {
    allowWithoutSecondFactor: true,
    summary: 'Confirms the authenticator app; with the first factor of an account, returns ten recovery codes once',
  }),
  stopFactorRemoval: anyone('POST /auth/stop_factor_removal', 'emailTokenPayload', 'sentence', {
    rate: 'secret',
    summary: 'Stops the removal of a second factor with the token mailed to its owner',
  }),
  stopMyFactorRemoval: signedIn('DELETE /auth/factors/removal', {
    summary: 'Cancels the pending removal of my second factors',
  }),
  renewRecoveryCodes: signedIn('POST /auth/factors/recovery_codes', 'proofPayload', 'recoveryCodes', {
    summary: 'Creates ten new recovery codes and voids the old ones',
  }),
  removeTotp: signedIn('POST /auth/factors/totp/remove', {
    body: 'proofPayload',
    summary: 'Removes the authenticator app, given password and code',
  }),
  setUpPasskey: signedIn('POST /auth/factors/passkeys/set_up', 'proofPayload', 'passkeyCreation', {
    allowWithoutSecondFactor: true,
    summary: 'Options for creating a passkey; valid once, for minutes',
  }),
  addPasskey: signedIn('POST /auth/factors/passkeys', 'newPasskeyPayload', 'recoveryCodes', {
    bodyLimit: 128 * 1024,
    rate: 'secret',
    allowWithoutSecondFactor: true,
    summary: 'Adds a passkey; the first factor of an account also returns ten recovery codes, once',
  }),
  renamePasskey: signedIn('PATCH /auth/factors/passkeys/{id}', {
    body: 'renamePasskeyPayload',
    allowWithoutSecondFactor: true,
    summary: 'Renames one of my passkeys',
  }),
  removePasskey: signedIn('POST /auth/factors/passkeys/{id}/remove', {
    body: 'proofPayload',
    summary: 'Removes a passkey, given password and second factor; the last factor also removes the recovery codes',
  }),
  redeemImpersonation: anyone('POST /auth/impersonation', 'impersonationCode', 'session', {
    rate: 'secret',
    summary: 'Returns a read-only session as a learner for an administrator’s one-time code, without a cookie',
  }),
  endImpersonation: signedIn('DELETE /auth/impersonation', {
    impersonation: 'allowed',
    summary: 'Ends the caller’s read-only session',
  }),
  readDemoOutbox: anyone('GET /demo/outbox', 'outboxMail[]', {
    summary: 'Mails sent by the demo, newest first; only in the demo and from loopback addresses',
  }),
} satisfies Rows
