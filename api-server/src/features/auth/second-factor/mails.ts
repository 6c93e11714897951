import { paths } from '@flagyard/api-types/links'
import type { MailContent } from '../../../mail/message.ts'
import type { OutgoingMail } from '../../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
}

/** `factor` completes "was added": `An authenticator app`, `The passkey “Laptop”`. */
export const factorAddedMail = (user: Addressee, publicUrl: string, factor: string) =>
  factorMail(user, 'factor_added', {
    subject: 'A second factor was added to your account',
    preview: `${factor} was added.`,
    heading: `${factor} was added`,
    paragraphs: [
      'From now on, signing in takes your password and a second factor, and this is one of them. All your other devices were signed out.',
      'Keep your recovery codes somewhere you can reach without your devices. If this was not you, choose a new password right away and write to us.',
    ],
    action: { label: 'This was not me', url: `${publicUrl}${paths.forgotPassword}` },
  })

export const factorRemovedMail = (user: Addressee, publicUrl: string, factor: string, left: number) =>
  factorMail(user, 'factor_removed', {
    subject: left > 0 ? 'A second factor was removed from your account' : 'Your account no longer has a second factor',
    preview: `${factor} was removed.`,
    heading: `${factor} was removed`,
    paragraphs: [
      left > 0
        ? 'You can no longer sign in with it, but your other second factors still work. If this was not you, choose a new password right away.'
        : 'It was the last second factor of your account, and your recovery codes were removed with it. From now on your password alone is enough to sign in. If this was not you, choose a new password right away.',
    ],
    action: { label: 'This was not me', url: `${publicUrl}${paths.forgotPassword}` },
  })

export const recoveryCodeUsedMail = (user: Addressee, publicUrl: string, left: number) =>
  factorMail(user, 'recovery_code_used', {
    subject: 'One of your recovery codes was used',
    preview: `You have ${codes(left)} left.`,
    heading: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes was just used instead of your second factor. You have ${codes(left)} left. You can create new ones in your profile.`,
      'If this was not you, choose a new password right away.',
    ],
    action: { label: 'This was not me', url: `${publicUrl}${paths.forgotPassword}` },
  })

const codes = (count: number) => (count === 1 ? '1 recovery code' : `${count} recovery codes`)

const factorMail = (user: Addressee, kind: string, content: MailContent): OutgoingMail => ({
  kind,
  to: user.email,
  userId: user.id,
  content: { ...content, paragraphs: [`Hello ${user.full_name},`, ...content.paragraphs] },
})
