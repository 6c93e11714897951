import type { ContactTopic } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { supportAddress } from '../../../brand.ts'
import type { Deps } from '../../../deps.ts'
import { paragraphsOf } from '../../../mail/message.ts'
import { type OutgoingMail, prepareMail, queueMail } from '../../../mail/outbox.ts'

/** Mails a visitor's message to us. A message with the hidden field filled in comes from a bot and is dropped. */
export async function sendContactMessage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { website, ...message }: ContactMessage & { website?: string | undefined },
): Promise<void> {
  if (website) return
  await queueMail(db, await prepareMail(contactMail(supportAddress(config), message)))
}

const topics: Record<ContactTopic, string> = {
  problem: 'Something does not work',
  lesson: 'A lesson could be better',
  team: 'Seats for a team',
  security: 'A security hole',
  other: 'Something else',
}

interface ContactMessage {
  name: string
  email: string
  topic: ContactTopic
  message: string
}

export const contactMail = (to: string, { name, email, topic, message }: ContactMessage): OutgoingMail => ({
  kind: 'contact',
  to,
  content: {
    subject: `${topics[topic]}: ${isolate(name)}`,
    preview: message.slice(0, 120),
    heading: topics[topic],
    paragraphs: [`${isolate(name)} <${email}> wrote:`, ...paragraphsOf(message)],
    action: { label: `Reply to ${isolate(name)}`, url: `mailto:${encodeURIComponent(email)}` },
    footer: 'Sent by the contact form. The sender’s address is not verified.',
  },
})
