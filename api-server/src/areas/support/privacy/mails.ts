import { paths, withToken } from '@flagyard/api-types/links'
import { brand } from '../../../brand.ts'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'
import type { Account } from '../../platform/auth/index.ts'

type Addressee = Pick<Account, 'id' | 'email' | 'full_name' | 'username'>

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const undoUrl = (publicUrl: string, token: string) => `${publicUrl}${withToken(paths.undoDeletion, token)}`

/** The token is in the URL fragment, so no server log and no referrer contains it. */
export const exportReadyMail = (user: Addressee, publicUrl: string, token: string, days: number): OutgoingMail => ({
  kind: 'export',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Your data is ready to download',
    preview: `An archive of everything about you, for ${days} days.`,
    heading: 'Your data is ready',
    paragraphs: [
      greeting(user),
      `The archive of all data about your account ${user.username} is ready. You can download it for ${days} days, signed in to that account.`,
    ],
    action: { label: 'Download my data', url: `${publicUrl}${withToken(paths.myData, token)}` },
    footer:
      'If you did not ask for this, choose a new password right away: someone else may be signed in to your account.',
  },
})

/** Explains the deletion, and until when it can be undone. `reason` is set if an administrator started it. */
export const deletionRequestedMail = (
  user: Addressee,
  publicUrl: string,
  { token, due, reason }: { token: string; due: Date; reason: string | null },
): OutgoingMail => ({
  kind: 'deletion_asked',
  to: user.email,
  userId: user.id,
  content: {
    subject: `Your ${brand().name} account will be deleted`,
    preview: `You can change your mind until ${dayOf(due)}.`,
    heading: 'Your account will be deleted',
    paragraphs: [
      greeting(user),
      reason === null
        ? `You asked us to delete your account ${user.username}. It is now closed, and all devices are signed out.`
        : `Our support team closed your account ${user.username} so that it can be deleted. The reason: ${reason}`,
      `On ${dayOf(due)} we will erase everything in it. Until then you can keep it: use the link below, or sign in.`,
    ],
    action: { label: 'Keep my account', url: undoUrl(publicUrl, token) },
    footer: 'If this was not you, use the link to keep the account, then choose a new password right away.',
  },
})

export const deletionReminderMail = (user: Addressee, publicUrl: string, token: string, due: Date): OutgoingMail => ({
  kind: 'deletion_near',
  to: user.email,
  userId: user.id,
  content: {
    subject: `Your ${brand().name} account will be erased tomorrow`,
    preview: 'Today is the last day to keep it.',
    heading: 'Last day to keep your account',
    paragraphs: [
      greeting(user),
      `On ${dayOf(due)} we will erase your account ${user.username}, as requested. After that no one can bring it back. This is our last e-mail about it.`,
    ],
    action: { label: 'Keep my account', url: undoUrl(publicUrl, token) },
    footer: 'If you still want it erased, you do not need to do anything.',
  },
})

export const deletionUndoneMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'deletion_undone',
  to: user.email,
  userId: user.id,
  content: {
    subject: `Your ${brand().name} account will not be deleted`,
    preview: 'Its deletion was cancelled.',
    heading: 'We are keeping your account',
    paragraphs: [
      greeting(user),
      `The deletion of your account ${user.username} was cancelled. Everything is still there; just sign in again.`,
      'If this was not you, choose a new password right away.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}${paths.signin}` },
  },
})

/** For an address without an activated account. The link shows the data about it and can erase it. */
export const addressMail = (email: string, publicUrl: string, token: string): OutgoingMail => ({
  kind: 'address_data',
  to: email,
  content: {
    subject: 'What we hold about your e-mail address',
    preview: 'The link works once, within one day.',
    heading: 'What we hold about your e-mail address',
    paragraphs: [
      'Hello,',
      `Someone, probably you, asked what ${brand().name} holds about this e-mail address. Open the link to see it, and to download or erase it. The link works once, within one day.`,
    ],
    action: { label: 'See what we hold', url: `${publicUrl}${withToken(paths.addressData, token)}` },
    footer:
      'If it was not you, ignore this e-mail. Unless the link is opened, no one sees anything and nothing changes.',
  },
})

/** For the address of an activated account: its profile shows more, after asking for the password. */
export const addressOfAccountMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'address_of_account',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'What we hold about your e-mail address',
    preview: 'Your profile shows it.',
    heading: 'What we hold about your e-mail address',
    paragraphs: [
      greeting(user),
      `Someone, probably you, asked what ${brand().name} holds about this e-mail address. It belongs to your account ${user.username}. Sign in and go to your profile to download everything or to delete the account.`,
    ],
    action: { label: 'Go to my profile', url: `${publicUrl}${paths.profile}` },
    footer: `If you cannot sign in, write to us: ${publicUrl}${paths.contact}. If it was not you, ignore this e-mail: nothing was shown, and nothing has changed.`,
  },
})
