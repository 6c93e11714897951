import { paths, withToken } from '@flagyard/api-types/links'
import type { MailContent } from '../../../../mail/message.ts'
import { greeting, type OutgoingMail } from '../../../../mail/outbox.ts'

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

/**
 * Sent a day before support removes the factors. An owner who did not ask for it can stop it with the link. The token is in the fragment, which
 * browsers do not send to servers.
 */
export const removalSoonMail = (user: Addressee, publicUrl: string, token: string, hours: number) =>
  factorMail(user, 'factor_removal_soon', {
    subject: `Your second factor will be removed in ${hours} hours`,
    preview: 'If this was not you, stop it with one click.',
    heading: 'Did you ask us to remove your second factor?',
    paragraphs: [
      `Our support was asked to remove the second factor of your account, because it was lost. It happens in ${hours} hours: then your password alone is enough to sign in, and every device is signed out.`,
      'If you asked for it, there is nothing to do. If you did not, stop it now and choose a new password: somebody may know yours.',
    ],
    action: { label: 'Stop the removal', url: `${publicUrl}${withToken(paths.stopFactorRemoval, token)}` },
  })

export const removalOffMail = (user: Addressee, publicUrl: string) =>
  factorMail(user, 'factor_removal_off', {
    subject: 'Your second factor stays',
    preview: 'It will not be removed.',
    heading: 'Your second factor stays',
    paragraphs: [
      'The removal of your second factor was stopped, and nothing was changed. If you did not ask for it in the first place, choose a new password.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}${paths.forgotPassword}` },
  })

export const removalDoneMail = (user: Addressee, publicUrl: string) =>
  factorMail(user, 'factors_removed', {
    subject: 'Your account no longer has a second factor',
    preview: 'It was removed by our support, as we told you a day ago.',
    heading: 'Your second factor was removed',
    paragraphs: [
      'As we told you a day ago, our support removed all second factors of your account and its recovery codes, and signed every device out. Your password alone is now enough to sign in. Please set up a new second factor soon.',
    ],
    action: { label: 'Set up a second factor', url: `${publicUrl}${paths.profileSection('security')}` },
  })

const codes = (count: number) => (count === 1 ? '1 recovery code' : `${count} recovery codes`)

const factorMail = (user: Addressee, kind: string, content: MailContent): OutgoingMail => ({
  kind,
  to: user.email,
  userId: user.id,
  content: { ...content, paragraphs: [greeting(user), ...content.paragraphs] },
})
