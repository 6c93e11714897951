import type { WebhookEvent } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { deletedAfter, type Retention } from '../retention.ts'
import { createdAt, id, instant, version } from './columns.ts'

/** Endpoints of other systems that receive events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    description: text().notNull().default(''),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    is_on: boolean().notNull().default(true),
    /** Switched off by the system after failing for a long time. Events are queued meanwhile, unlike when an administrator switches it off. */
    is_failing: boolean().notNull().default(false),
    /** Sealed for this row. */
    secret_sealed: text().notNull(),
    /** The previous secret, also used for signing until then. */
    old_secret_sealed: text(),
    old_secret_until: instant(),
    /** Failed attempts since the last success, and the time of the first. */
    failures: integer().notNull().default(0),
    failing_since: instant(),
    last_delivered_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [uniqueIndex('webhooks_url').on(t.url), index('webhooks_created_at').on(t.created_at, t.id)],
)

/** Deliveries to one endpoint, written in the transaction that caused them, with the bytes sent in every attempt. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Shared by the deliveries of one event to all endpoints. */
    event_id: uuid().notNull(),
    event: text().$type<WebhookEvent | 'webhook.test'>().notNull(),
    body: text().notNull(),
    state: text().$type<'waiting' | 'sending' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt; for a delivery being sent, when it counts as lost. */
    next_at: createdAt(),
    /** HTTP status of the latest attempt, and the start of the response body. */
    status: integer(),
    error: text(),
    excerpt: text(),
    created_at: createdAt(),
    tried_at: instant(),
    delivered_at: instant(),
  },
  (t) => [
    index('webhook_deliveries_due').on(t.webhook_id, t.next_at).where(sql`${t.state} in ('waiting', 'sending')`),
    index('webhook_deliveries_created_at').on(t.created_at, t.id),
    index('webhook_deliveries_webhook').on(t.webhook_id, t.created_at, t.id),
    index('webhook_deliveries_state').on(t.state, t.created_at, t.id),
    index('webhook_deliveries_event').on(t.event, t.created_at, t.id),
  ],
)

export const webhookRetention: readonly Retention[] = [
  {
    name: 'webhook-deliveries',
    what: 'What other systems of ours were told of orders, seats, courses and certificates; they name nobody',
    why: 'So that we can send again what did not arrive.',
    tables: [webhookDeliveries],
    ...deletedAfter(30, 'after it happened', webhookDeliveries.created_at),
  },
]
