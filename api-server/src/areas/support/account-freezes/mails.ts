import { paths } from '@flagyard/api-types/links'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'

type Addressee = { id: string; email: string; full_name: string }

/** Explains the freeze and how to respond, without accusing the learner. */
export const frozenMail = ({ id, email, full_name }: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'account_frozen',
  to: email,
  userId: id,
  content: {
    subject: 'Your account is paused while we investigate',
    preview: 'None of your data is deleted. You can write to us.',
    heading: 'Your account is paused',
    paragraphs: [
      greeting({ full_name }),
      'We received a report about an environment that you used, and are investigating it. Until we are done, your account is paused: you were signed out, and your running labs have ended.',
      'Your progress, solved flags and purchases are saved, and ending your labs used up no reset. If an exam was running, its timer is paused.',
      'If you know what this may be about, or think that it is a mistake, please write to us. A member of our team will answer you.',
    ],
    action: { label: 'Write to us', url: `${publicUrl}${paths.contact}` },
  },
})

export const unfrozenMail = ({ id, email, full_name }: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'account_unfrozen',
  to: email,
  userId: id,
  content: {
    subject: 'Your account is open again',
    preview: 'Everything is still there.',
    heading: 'Your account is open again',
    paragraphs: [
      greeting({ full_name }),
      'We have finished our investigation, and your account is open again. Your progress, solved flags and purchases are saved. You can deploy labs that ended meanwhile again, without using a reset.',
      'Thank you for your patience.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}${paths.signin}` },
  },
})
