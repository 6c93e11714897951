import { paths, withToken } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
  username: string
}

const greeting = ({ full_name }: Pick<Addressee, 'full_name'>) => `Hello ${full_name},`

/** The token travels in the fragment: no server log and no referrer ever holds it. */
export const activationMail = (user: Addressee, publicUrl: string, token: string): OutgoingMail => ({
  kind: 'activation',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Activate your Flagyard account',
    preview: 'One click and you are in.',
    heading: 'Welcome to Flagyard',
    paragraphs: [
      greeting(user),
      `Your account ${user.username} is ready. Activate it to start learning; the link works once, for 7 days.`,
    ],
    action: { label: 'Activate my account', url: `${publicUrl}${withToken(paths.activateAccount, token)}` },
    footer: 'If you did not sign up at Flagyard, you can ignore this mail: without the link nothing happens.',
  },
})

/** For an address that an activated account owns already: says so, and carries no token. */
export const alreadyActiveMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'already_active',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'You already have a Flagyard account',
    preview: 'Somebody tried to sign up with this address.',
    heading: 'You already have an account',
    paragraphs: [
      greeting(user),
      'Somebody, probably you, tried to sign up with this e-mail address. It belongs to an account already, so nothing was changed. If you forgot your password, ask for a new one.',
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
    preview: 'The link works once, for an hour.',
    heading: 'Choose a new password',
    paragraphs: [
      greeting(user),
      `Somebody asked for a new password for your account ${user.username}. The link works once, for one hour.`,
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}${withToken(paths.resetPassword, token)}` },
    footer: 'If it was not you, ignore this mail: your password stays as it is.',
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
      'The password of your account was changed just now, and all devices were signed out. If it was not you, choose a new password at once.',
    ],
    action: { label: 'It was not me', url: `${publicUrl}${paths.forgotPassword}` },
  },
})

export const replayMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'session_replayed',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'We signed out one of your devices',
    preview: 'An old session was used again.',
    heading: 'We signed out one of your devices',
    paragraphs: [
      greeting(user),
      'A sign-in that had been replaced was used a second time. That can be a copy in the wrong hands, so we ended that session. If you notice anything else unusual, choose a new password.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}${paths.forgotPassword}` },
  },
})

/** An administrator looks on as this account: told in the transaction that opens it (decision 0012). */
export const seenMail = (
  user: Addressee,
  publicUrl: string,
  { by, reason }: { by: string; reason: string },
): OutgoingMail => ({
  kind: 'seen_as',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Our support looked at your account',
    preview: 'Read-only, for an hour at most.',
    heading: 'Our support looks at your account',
    paragraphs: [
      greeting(user),
      `${by} of our support sees Flagyard as you see it, for an hour at most. Nothing of yours can be changed that way, and your passwords, credentials and other devices stay hidden. The reason given: ${reason}`,
      'You find it among your sessions on your profile, where you can end it at once.',
    ],
    action: { label: 'See your sessions', url: `${publicUrl}${paths.profile}` },
  },
})
