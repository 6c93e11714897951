import { randomBytes, randomUUID } from 'node:crypto'
import type { WebhookMessage } from '@flagyard/api-types'
import type { Db } from '../../../db/open.ts'
import { newWebhookSecret } from '../../../integrations/webhooks/webhook-sender.ts'
import type { Secrets } from '../../../secrets.ts'
import { insertDeliveries, listListening, type WebhookRow } from './queries.ts'

type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never
/** An event without the fields that all messages have. */
type NewMessage = DistributiveOmit<WebhookMessage, 'id' | 'timestamp'>

/** Queues an event for its subscribed webhooks, in the caller's transaction. A job sends it after the commit. */
export async function queueWebhooks(tx: Db, messages: NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const listening = await listListening(tx)
  if (listening.length === 0) return
  await insertDeliveries(
    tx,
    messages.flatMap(({ type, data }) => {
      const event_id = randomUUID()
      return listening
        .filter(({ events }) => (events as string[]).includes(type))
        .map(({ id: webhook_id, now }) => ({
          webhook_id,
          event_id,
          event: type,
          body: JSON.stringify({ id: event_id, type, timestamp: now, data }),
        }))
    }),
  )
}

export async function queueTestWebhook(tx: Db, webhook_id: string, now: Date) {
  const event_id = randomUUID()
  const body = { id: event_id, type: 'webhook.test', timestamp: now.toISOString(), data: {} } satisfies WebhookMessage
  await insertDeliveries(tx, [{ webhook_id, event_id, event: body.type, body: JSON.stringify(body) }])
}

export const newSecret = () => newWebhookSecret(randomBytes(32))

export const sealSecret = (secrets: Pick<Secrets, 'seal'>, webhookId: string, secret: string) =>
  secrets.seal('webhook-secret', webhookId, secret)

/** Secrets that sign now: the current one, and the previous one while it is valid. */
export function secretsOf(
  secrets: Pick<Secrets, 'open'>,
  { id, secret_sealed, old_secret_sealed, old_secret_until }: WebhookRow,
  now: Date,
): string[] {
  const isOldGood = old_secret_sealed !== null && old_secret_until !== null && now < old_secret_until
  return [secret_sealed, ...(isOldGood ? [old_secret_sealed] : [])].map((sealed) =>
    secrets.open('webhook-secret', id, sealed),
  )
}
