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
  aboutFactors(user, 'factor_added', {
    subject: 'A second factor was added to your account',
    preview: `${factor} was added.`,
    heading: `${factor} was added`,
    paragraphs: [
      'From now on, signing in to your account takes a second factor besides the password, and this is one. All your other devices were signed out.',
      'Keep your recovery codes where you find them without your devices. If this was not you, choose a new password at once and write to us.',
    ],
    action: { label: 'It was not me', url: `${publicUrl}${paths.forgotPassword}` },
  })

export const factorRemovedMail = (user: Addressee, publicUrl: string, factor: string, left: number) =>
  aboutFactors(user, 'factor_removed', {
    subject: left > 0 ? 'A second factor was removed from your account' : 'Your account no longer has a second factor',
    preview: `${factor} was removed.`,
    heading: `${factor} was removed`,
    paragraphs: [
      left > 0
        ? 'It no longer opens your account; your other second factors do. If this was not you, choose a new password at once.'
        : 'It was the last second factor of your account, and the recovery codes went with it: the password alone signs in. If this was not you, choose a new password at once.',
    ],
    action: { label: 'It was not me', url: `${publicUrl}${paths.forgotPassword}` },
  })

export const recoveryCodeUsedMail = (user: Addressee, publicUrl: string, left: number) =>
  aboutFactors(user, 'recovery_code_used', {
    subject: 'A recovery code of yours was used',
    preview: `${left} of your recovery codes are left.`,
    heading: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes stood in for your second factor just now. ${left} of them are left; new ones are made on your profile.`,
      'If this was not you, choose a new password at once.',
    ],
    action: { label: 'It was not me', url: `${publicUrl}${paths.forgotPassword}` },
  })

const aboutFactors = (user: Addressee, kind: string, content: MailContent): OutgoingMail => ({
  kind,
  to: user.email,
  userId: user.id,
  content: { ...content, paragraphs: [`Hello ${user.full_name},`, ...content.paragraphs] },
})
