import { paths, withToken } from '@flagyard/api-types/links'
import { brand } from '../../../../brand.ts'
import { greeting, type OutgoingMail } from '../../../../mail/outbox.ts'
import type { Account } from '../../../platform/auth/index.ts'

type Addressee = Pick<Account, 'id' | 'email' | 'full_name' | 'username'>

/** To the new address. The token is in the URL fragment, so no server log and no referrer contains it. */
export const confirmEmailMail = (
  user: Addressee,
  publicUrl: string,
  token: string,
  by: 'owner' | 'support',
): OutgoingMail => ({
  kind: 'email_change',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Confirm your new e-mail address',
    preview: 'Confirm it, and we will write to you here.',
    heading: 'Confirm your new address',
    paragraphs: [
      greeting(user),
      `${by === 'owner' ? 'You asked us' : 'Our support was asked'} to change the e-mail address of your account ${user.username} to this one. The link confirms it. It works once, for 24 hours.`,
    ],
    action: { label: 'Confirm this address', url: `${publicUrl}${withToken(paths.confirmEmail, token)}` },
    footer: 'If this was not you, ignore this e-mail. Nothing changes unless the link is used.',
  },
})

/** To a new address that belongs to another account. Only the owner of that address learns this, and the mail has no token. */
export const emailTakenMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'email_taken',
  to: user.email,
  userId: user.id,
  content: {
    subject: `This address already has an account at ${brand().name}`,
    preview: 'Someone tried to use it for another account.',
    heading: 'This address is in use',
    paragraphs: [
      'Hello,',
      `Someone, probably you, tried to use this e-mail address for the account ${user.username}. It already belongs to another account, so nothing was changed. If both accounts are yours, first change the address of the one that uses this address now.`,
    ],
    action: { label: 'Sign in', url: `${publicUrl}${paths.signin}` },
  },
})

/** To the old address, so that its owner can undo the change. */
export const emailMovedMail = (user: Addressee, publicUrl: string, token: string, hours: number): OutgoingMail => ({
  kind: 'email_moved',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'The e-mail address of your account was changed',
    preview: `If this was not you, undo it within ${hours} hours.`,
    heading: 'Your e-mail address was changed',
    paragraphs: [
      greeting(user),
      `Your account ${user.username} now has another e-mail address, and from now on we write to that one. If this was you, there is nothing to do.`,
      `If this was not you, undo the change. The link works once, for ${hours} hours, and signs out all devices.`,
    ],
    action: { label: 'Undo the change', url: `${publicUrl}${withToken(paths.undoEmail, token)}` },
  },
})

/** To the address that support was asked to replace, so that its owner can object. */
export const emailReplacedMail = (user: Omit<Addressee, 'username'>, publicUrl: string): OutgoingMail => ({
  kind: 'email_replaced',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'A new e-mail address was requested for your account',
    preview: 'Our support team was asked to change it.',
    heading: 'Your e-mail address is about to change',
    paragraphs: [
      greeting(user),
      'Our support team was asked to change the e-mail address of your account. It changes once the new address is confirmed. If you did not ask for this, please write to us right away: until then you can also cancel the change on your profile.',
    ],
    action: { label: 'Write to us', url: `${publicUrl}${paths.contact}` },
  },
})

export const ownPasswordChangedMail = (user: Omit<Addressee, 'username'>, publicUrl: string): OutgoingMail => ({
  kind: 'password_changed',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Your password was changed',
    preview: 'All your other devices were signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      greeting(user),
      'You just changed your password, and all your other devices were signed out. If this was not you, choose a new password right away.',
    ],
    action: { label: 'This was not me', url: `${publicUrl}${paths.forgotPassword}` },
  },
})
