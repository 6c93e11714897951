import { paths } from '@flagyard/api-types/links'
import { greeting } from '../../../mail/greeting.ts'
import type { OutgoingMail } from '../../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
}

/** To the address that support was asked to replace, so that its owner can object. */
export const emailReplacedMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
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

export const ownPasswordChangedMail = (user: Addressee, publicUrl: string): OutgoingMail => ({
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
