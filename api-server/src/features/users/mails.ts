import { paths } from '@flagyard/api-types/links'
import type { OutgoingMail } from '../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
}

/** To the address that was replaced: whoever reads it there must be able to object. */
export const emailReplacedMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'email_replaced',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'The e-mail address of your account was changed',
    preview: 'Our support changed it just now.',
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `Hello ${user.full_name},`,
      'Our support changed the e-mail address of your account just now. From here on we write to the new one. If you did not ask for this, please write to us at once.',
    ],
    action: { label: 'Write to us', url: `${publicUrl}${paths.contact}` },
  },
})

export const ownPasswordChangedMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'password_changed',
  to: user.email,
  userId: user.id,
  content: {
    subject: 'Your password was changed',
    preview: 'All your other devices were signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      `Hello ${user.full_name},`,
      'You changed your password just now, and all your other devices were signed out. If it was not you, choose a new password at once.',
    ],
    action: { label: 'It was not me', url: `${publicUrl}${paths.forgotPassword}` },
  },
})
