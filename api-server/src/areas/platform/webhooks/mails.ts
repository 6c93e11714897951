import { consolePaths } from '@flagyard/api-types/links'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'
import type { WebhookRow } from './queries.ts'

interface Keeper {
  id: string
  email: string
  full_name: string
}

/** To the administrators who manage webhooks. Contains only the host of the URL, because the rest may be a secret. */
export const stoppedMail = (
  { id, url, failing_since }: Pick<WebhookRow, 'id' | 'url'> & { failing_since: Date },
  to: Keeper,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'webhook_stopped',
  to: to.email,
  userId: to.id,
  dedupeKey: `webhook:${id}:${failing_since.toISOString()}:${to.id}`,
  content: {
    subject: `We stopped sending to ${new URL(url).host}`,
    preview: 'It rejected all deliveries for more than a day.',
    heading: 'A webhook is switched off',
    paragraphs: [
      greeting(to),
      `${new URL(url).host} has rejected all deliveries since ${failing_since.toISOString().slice(0, 16).replace('T', ' ')} UTC, so we have stopped sending.`,
      'No events are lost for 30 days: once you switch it on again, the waiting deliveries are sent, and you can resend the failed ones.',
    ],
    action: { label: 'Open webhook', url: publicUrl + consolePaths.webhook(id) },
    footer: 'You are receiving this e-mail because you have the finance capability or own this Flagyard.',
  },
})
