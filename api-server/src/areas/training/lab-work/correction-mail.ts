import { paths } from '@flagyard/api-types/links'
import { greeting } from '../../../mail/greeting.ts'
import type { OutgoingMail } from '../../../mail/outbox.ts'
import type { Account } from '../../platform/auth/service.ts'

interface Words {
  /** The change, as heading and subject. */
  heading: string
  sentences: string[]
  reason: string | undefined
}

/** Mail to a learner about a change by support in one of their labs. */
export const correctionMail = (
  { id, email, full_name }: Pick<Account, 'id' | 'email' | 'full_name'>,
  lab: { slug: string; title: string },
  { heading, sentences, reason }: Words,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'lab_support',
  to: email,
  userId: id,
  content: {
    subject: `${heading}: ${lab.title}`,
    preview: heading,
    heading,
    paragraphs: [greeting({ full_name }), ...sentences, ...(reason ? [`What we noted: ${reason}`] : [])],
    action: { label: 'Open your dashboard', url: publicUrl + paths.dashboard },
  },
})
