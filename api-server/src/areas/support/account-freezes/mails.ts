import { paths } from '@flagyard/api-types/links'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
}

/** Explains the freeze and how to respond, without accusing the learner. */
export const frozenMail = ({ id, email, full_name }: Addressee, publicUrl: string): OutgoingMail => ({
  kind: 'account_frozen',
  to: email,
  userId: id,
  content: {
    subject: 'Your account is paused while we look into something',
    preview: 'Nothing of yours is deleted. You can write to us.',
    heading: 'Your account is paused',
    paragraphs: [
      greeting({ full_name }),
      'We were told of something in an environment that you used, and have to look into it. Until then your account is paused: you were signed out, and labs that were running have ended.',
      'What you learned, solved and bought is kept, and ending your labs used up no reset. If an exam was running, its clock stands.',
      'If you know what this may be about, or think that it is a mistake, please write to us. A person reads it and answers you.',
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
    preview: 'Everything that you had is there.',
    heading: 'Your account is open again',
    paragraphs: [
      greeting({ full_name }),
      'We are done looking into it, and your account is open again. What you learned, solved and bought is there. Labs that ended meanwhile can be deployed anew, and cost no reset.',
      'Thank you for your patience.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}${paths.signin}` },
  },
})
