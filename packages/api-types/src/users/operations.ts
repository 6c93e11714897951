import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const userOperations = {
  getMe: signedIn.published('GET /users/me', 'me', {
    allowUnactivated: true,
    allowWithoutSecondFactor: true,
    summary: 'My account',
  }),
  updateMe: signedIn.published('POST /users/me', 'profileUpdatePayload', 'me', {
    bodyLimit: 64 * 1024,
    allowWithoutSecondFactor: true,
    summary: 'Changes my profile, e-mail address or password',
  }),
  confirmEmail: anyone('POST /auth/confirm_email', 'emailTokenPayload', 'sentence', {
    rate: 'secret',
    summary: 'Confirms a new e-mail address with the mailed token; the old address gets an undo link',
  }),
  undoEmail: anyone('POST /auth/undo_email', 'emailTokenPayload', 'sentence', {
    rate: 'secret',
    summary: 'Restores the previous e-mail address within 72 hours and ends all sessions',
  }),
  cancelEmailChange: signedIn('DELETE /users/me/email_change', 'me', {
    summary: 'Cancels an e-mail change that is not confirmed yet',
  }),
} satisfies Rows
