import { paths } from '@flagyard/api-types/links'
import { greeting } from '../../../mail/greeting.ts'
import type { OutgoingMail } from '../../../mail/outbox.ts'

interface Warned {
  id: string
  email: string
  full_name: string
  alert: { id: string; flag: string; lab: string | null; exam: string | null }
}

/** Explains the finding and the rule, without naming the other learner. */
export const sharingMail = ({ id, email, full_name, alert }: Warned, publicUrl: string): OutgoingMail => ({
  kind: 'flag_shared',
  to: email,
  userId: id,
  dedupeKey: `flag_alert:${alert.id}`,
  content: {
    subject: 'A flag that was not yours',
    preview: 'Flags are found by each learner in their own environment.',
    heading: 'A flag that was not yours',
    paragraphs: [
      greeting({ full_name }),
      `For the flag “${alert.flag}” you handed in a value that stood in another learner’s environment. It was not counted.`,
      'Each environment has flags of its own, so that what you solve is yours. Please do not pass flags on, and do not use those of others: in an exam it can cost you the attempt.',
      'If this is a mistake, write to us and tell us how it came about.',
    ],
    action: { label: 'Write to us', url: `${publicUrl}${paths.contact}` },
  },
})
