import type { MailContent } from '../../mail/message.ts'
import type { OutgoingMail } from '../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
}

export const factorAddedMail = (user: Addressee, publicUrl: string) =>
  aboutFactors(user, 'factor_added', {
    subject: 'Your account asks for a code now',
    preview: 'An authenticator app was added.',
    heading: 'An authenticator app was added',
    paragraphs: [
      'From now on, signing in to your account takes a code of your authenticator app besides the password. All your other devices were signed out.',
      'Keep the recovery codes where you find them without your phone. If this was not you, choose a new password at once and write to us.',
    ],
    action: { label: 'It was not me', url: `${publicUrl}/forgot_password` },
  })

export const factorRemovedMail = (user: Addressee, publicUrl: string) =>
  aboutFactors(user, 'factor_removed', {
    subject: 'Your account no longer asks for a code',
    preview: 'The authenticator app was removed.',
    heading: 'The authenticator app was removed',
    paragraphs: [
      'The authenticator app and the recovery codes of your account were removed just now: the password alone signs in. If this was not you, choose a new password at once.',
    ],
    action: { label: 'It was not me', url: `${publicUrl}/forgot_password` },
  })

export const recoveryCodeUsedMail = (user: Addressee, publicUrl: string, left: number) =>
  aboutFactors(user, 'recovery_code_used', {
    subject: 'A recovery code of yours was used',
    preview: `${left} of your recovery codes are left.`,
    heading: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes stood in for your authenticator app just now. ${left} of them are left; new ones are made on your profile.`,
      'If this was not you, choose a new password at once.',
    ],
    action: { label: 'It was not me', url: `${publicUrl}/forgot_password` },
  })

const aboutFactors = (user: Addressee, kind: string, content: MailContent): OutgoingMail => ({
  kind,
  to: user.email,
  userId: user.id,
  content: { ...content, paragraphs: [`Hello ${user.full_name},`, ...content.paragraphs] },
})
