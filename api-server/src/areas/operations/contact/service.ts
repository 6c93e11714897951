import type { Deps } from '../../../deps.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { type ContactMessage, contactMail } from './mails.ts'

/** Mails a visitor's message to us. A message with the hidden field filled in comes from a bot and is dropped. */
export async function sendContactMessage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { website, ...message }: ContactMessage & { website?: string | undefined },
): Promise<void> {
  if (website) return
  await queueMail(db, await prepareMail(contactMail(config.contactEmail, message)))
}
