import { paths, withToken, withTokenAndNext } from '@flagyard/api-types/links'
import { brand } from '../../../brand.ts'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'
import type { Account } from './queries.ts'

type Addressee = Pick<Account, 'id' | 'email' | 'full_name' | 'username'>

/** The token is in the URL fragment, so no server log and no referrer contains it. */
export const activationMail = (
  user: Addressee,
  publicUrl: string,
  token: string,
  next: string | null,
): OutgoingMail => ({
  kind: 'activation',
  to: user.email,
  userId: user.id,
  content: {
    subject: `Activate your ${brand().name} account`,
    preview: 'One click and you are in.',
    heading: `Welcome to ${brand().name}`,
    paragraphs: [
      greeting(user),
      `Your account ${user.username} has been created. Activate it with this link to start learning. The link expires after 7 days.`,
    ],
    action: {
      label: 'Activate my account',
      url: `${publicUrl}${withTokenAndNext(paths.activateAccount, token, next)}`,
    },
    footer: `If you did not sign up for ${brand().name}, you can ignore this e-mail. Nothing happens without the link.`,
  },
})

/** For an address that already belongs to an activated account: says so, without a token. */
export const alreadyActiveMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'already_active',
  to: user.email,
  userId: user.id,
  content: {
    subject: `You already have an account at ${brand().name}`,
    preview: 'Someone tried to sign up with your e-mail address.',
    heading: 'You already have an account',
    paragraphs: [
      greeting(user),
      'Someone, probably you, tried to sign up with this e-mail address. It already belongs to an account, so nothing has changed. If you forgot your password, you can choose a new one.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}${paths.forgotPassword}` },
  },
})

export const resetMail = (user: Addressee, publicUrl: string, token: string): OutgoingMail => ({
  kind: 'password_reset',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Choose a new password',
    preview: 'The link works once and expires after an hour.',
    heading: 'Choose a new password',
    paragraphs: [
      greeting(user),
      `Someone requested a new password for your account ${user.username}. The link works once and expires after an hour.`,
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}${withToken(paths.resetPassword, token)}` },
    footer: 'If this was not you, ignore this e-mail. Your password stays the same.',
  },
})

export const passwordChangedMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'password_changed',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Your password was changed',
    preview: 'All devices were signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      greeting(user),
      'The password of your account was just changed, and all devices were signed out. If this was not you, choose a new password right away.',
    ],
    action: { label: 'This was not me', url: `${publicUrl}${paths.forgotPassword}` },
  },
})

export const replayMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'session_replayed',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'We signed out one of your devices',
    preview: 'An old sign-in of yours was used again.',
    heading: 'We signed out one of your devices',
    paragraphs: [
      greeting(user),
      'An old sign-in of yours was used again, so we ended that session. This happens when a browser is restored after a crash or from a backup: then there is nothing to do but sign in again.',
      'If that does not sound familiar, someone may have copied it: choose a new password.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}${paths.forgotPassword}` },
  },
})

/** Tells the learner that an administrator is viewing Flagyard as them. Queued in the transaction that opens the session (decision 0012). */
export const impersonationMail = (
  user: Addressee,
  publicUrl: string,
  { by, reason }: { by: string; reason: string },
): OutgoingMail => ({
  kind: 'seen_as',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Our support team viewed your account',
    preview: 'Read-only, for at most an hour.',
    heading: 'Our support team is viewing your account',
    paragraphs: [
      greeting(user),
      `${by} from our support team is viewing ${brand().name} as you see it, for at most an hour. Nothing in your account can be changed this way, and your passwords, credentials and other devices stay hidden. The reason: ${reason}`,
      'You can find this session among your sessions in your profile, and end it there at any time.',
    ],
    action: { label: 'See your sessions', url: `${publicUrl}${paths.profile}` },
  },
})
