import { randomUUID } from 'node:crypto'
import type { WebhookMessage } from '@flagyard/api-types'
import type { Db } from '../../db/open.ts'
import { insertDeliveries, listListening } from './queries.ts'

type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never
/** What happened, without what every message has. */
type NewMessage = DistributiveOmit<WebhookMessage, 'id' | 'timestamp'>

/**
 * Tells other systems what happened, in the transaction that does it: if that commits, a job sends it, and else nobody hears of it. One question
 * where no address asks for it.
 */
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

/** To one address, whatever it asks for. */
export async function queueTestWebhook(tx: Db, webhook_id: string, now: Date) {
  const event_id = randomUUID()
  const body = { id: event_id, type: 'webhook.test', timestamp: now.toISOString(), data: {} } satisfies WebhookMessage
  await insertDeliveries(tx, [{ webhook_id, event_id, event: body.type, body: JSON.stringify(body) }])
}
