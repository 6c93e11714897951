import { paths, withToken } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
  username: string
}

/** To the new address. The token travels in the fragment: no server log and no referrer ever holds it. */
export const confirmEmailMail = (user: Addressee, publicUrl: string, token: string): OutgoingMail => ({
  kind: 'email_change',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Confirm your new e-mail address',
    preview: 'One click, and we write to you here.',
    heading: 'Confirm your new address',
    paragraphs: [
      `Hello ${user.full_name},`,
      `Your account ${user.username} asked us to write to this address from now on. Confirm it with the link, which works once, for a day.`,
    ],
    action: { label: 'Confirm this address', url: `${publicUrl}${withToken(paths.confirmEmail, token)}` },
    footer: 'If you know nothing of this, you can ignore this mail: without the link nothing changes.',
  },
})

/** To an address that another account owns: says so there and nowhere else, and carries no token. */
export const emailTakenMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'email_taken',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'This address already has a Flagyard account',
    preview: 'Another account asked to use it.',
    heading: 'This address is in use',
    paragraphs: [
      'Hello,',
      `The account ${user.username}, probably yours too, asked to use this e-mail address. It belongs to another account already, so nothing was changed. If both are yours, give this one another address first.`,
    ],
    action: { label: 'Sign in', url: `${publicUrl}${paths.signin}` },
  },
})

/** To the address that is left: whoever reads it there can take the account back. */
export const emailMovedMail = (user: Addressee, publicUrl: string, token: string, hours: number): OutgoingMail => ({
  kind: 'email_moved',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'The e-mail address of your account was changed',
    preview: `If it was not you, undo it within ${hours} hours.`,
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `Hello ${user.full_name},`,
      `Your account ${user.username} has another e-mail address now, and from here on we write there. If that was you, there is nothing to do.`,
      `If it was not you, undo it: the link works once, for ${hours} hours, and signs every device out.`,
    ],
    action: { label: 'Undo the change', url: `${publicUrl}${withToken(paths.undoEmail, token)}` },
  },
})
