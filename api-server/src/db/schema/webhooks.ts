import type { WebhookEvent } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, version } from './columns.ts'

/** Addresses of other systems that are told what happens. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    description: text().notNull().default(''),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    is_on: boolean().notNull().default(true),
    /** We switched it off, because it took nothing for long. What happens meanwhile waits for it, other than when people switch it off. */
    is_failing: boolean().notNull().default(false),
    /** Sealed for the row. */
    secret_sealed: text().notNull(),
    /** The one before it, which signs too until then. */
    old_secret_sealed: text(),
    old_secret_until: instant(),
    /** Tries that failed since it last took something, and the first of them. */
    failures: integer().notNull().default(0),
    failing_since: instant(),
    last_delivered_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [uniqueIndex('webhooks_url').on(t.url), index('webhooks_created_at').on(t.created_at, t.id)],
)

/** What is sent to one address: written in the transaction that caused it, with the bytes that every try sends. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for all addresses that are told of one event. */
    event_id: uuid().notNull(),
    event: text().$type<WebhookEvent | 'webhook.test'>().notNull(),
    body: text().notNull(),
    state: text().$type<'waiting' | 'sending' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** When it is tried next; of one that is being sent, when it may be taken for lost. */
    next_at: createdAt(),
    /** What the receiver answered to the latest try, and the beginning of that answer. */
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
