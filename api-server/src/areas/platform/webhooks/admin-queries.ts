import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { webhookDeliveries, webhooks } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import type { WebhookRow } from './queries.ts'

export type WebhookState = 'on' | 'off' | 'failing'

const state = sql<WebhookState>`case when ${webhooks.is_on} then 'on' when ${webhooks.is_failing} then 'failing' else 'off' end`
const columns = {
  id: webhooks.id,
  url: webhooks.url,
  description: webhooks.description,
  events: webhooks.events,
  is_on: webhooks.is_on,
  state,
  failures: webhooks.failures,
  failing_since: webhooks.failing_since,
  last_delivered_at: webhooks.last_delivered_at,
  old_secret_until: sql`case when ${webhooks.old_secret_until} > now() then ${webhooks.old_secret_until} end`.mapWith(
    webhooks.old_secret_until,
  ) as SQL<Date | null>,
  created_at: webhooks.created_at,
  updated_at: webhooks.updated_at,
  version: webhooks.version,
}

export const webhookSource = {
  table: webhooks,
  id: sql`${webhooks.id}::text`,
  where: ({ id, state: asked }) =>
    and(id && isAmongUuids(webhooks.id, id), asked === undefined ? undefined : sql`${state} = ${asked}`),
  keys: {
    created_at: [sql`${webhooks.created_at}`, sql`${webhooks.id}`],
  },
  read: (db, slice) => sliceOf(db.select({ ...columns, ...slice.cursor }).from(webhooks), slice),
} satisfies ListSourceOf<'listWebhooks'>

export async function findWebhook(db: Db, id: string) {
  const [row] = await db.select(columns).from(webhooks).where(hasId(webhooks.id, id))
  return row
}

/** Locks the webhook until the transaction ends. Deliveries can still be queued for it. */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.select().from(webhooks).where(hasId(webhooks.id, id)).for('no key update')
  return row
}

export const countWebhooks = (db: Db) => db.$count(webhooks)

export async function insertWebhook(tx: Tx, row: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  const [inserted] = await tx.insert(webhooks).values(row).returning()
  if (!inserted) throw new Error('An insert returned no row')
  return inserted
}

export const updateWebhook = (
  tx: Tx,
  id: string,
  change: { [K in keyof WebhookRow]?: WebhookRow[K] | SQL | undefined },
) =>
  tx
    .update(webhooks)
    .set({ ...change, version: sql`${webhooks.version} + 1`, updated_at: sql`now()` })
    .where(eq(webhooks.id, id))

/** Hours for which the previous secret also signs, so that the receiver can adopt the new one. */
const OLD_SECRET_HOURS = 24

/** Replaces the secret. Until `old_secret_until`, both secrets sign. A second rotation within that time drops the oldest secret. */
export const rotate = (tx: Tx, { id, secret_sealed }: WebhookRow, sealed: string) =>
  updateWebhook(tx, id, {
    secret_sealed: sealed,
    old_secret_sealed: secret_sealed,
    old_secret_until: sql`now() + make_interval(hours => ${OLD_SECRET_HOURS})`,
  })

export const deleteWebhook = (tx: Tx, id: string) => tx.delete(webhooks).where(eq(webhooks.id, id))

const delivery = {
  id: webhookDeliveries.id,
  webhook_id: webhookDeliveries.webhook_id,
  event_id: webhookDeliveries.event_id,
  event: webhookDeliveries.event,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  next_at:
    sql`case when ${webhookDeliveries.state} in ('waiting', 'sending') then ${webhookDeliveries.next_at} end`.mapWith(
      webhookDeliveries.next_at,
    ) as SQL<Date | null>,
  status: webhookDeliveries.status,
  error: webhookDeliveries.error,
  excerpt: webhookDeliveries.excerpt,
  body: webhookDeliveries.body,
  created_at: webhookDeliveries.created_at,
  tried_at: webhookDeliveries.tried_at,
  delivered_at: webhookDeliveries.delivered_at,
}

export const deliverySource = {
  table: webhookDeliveries,
  id: sql`${webhookDeliveries.id}::text`,
  where: ({ id, webhook, state: asked, event }) =>
    and(
      id && isAmongUuids(webhookDeliveries.id, id),
      webhook === undefined ? undefined : eq(webhookDeliveries.webhook_id, webhook),
      asked && eq(webhookDeliveries.state, asked),
      event && eq(webhookDeliveries.event, event),
    ),
  keys: { created_at: [sql`${webhookDeliveries.created_at}`, sql`${webhookDeliveries.id}`] },
  read: (db, slice) => sliceOf(db.select({ ...delivery, ...slice.cursor }).from(webhookDeliveries), slice),
} satisfies ListSourceOf<'listWebhookDeliveries'>

export async function findDelivery(db: Db, id: string) {
  const [row] = await db.select(delivery).from(webhookDeliveries).where(hasId(webhookDeliveries.id, id))
  return row
}

const fresh = { state: 'waiting', attempts: 0, next_at: sql`now()` } as const

/** Restarts a delivery with the same id and body. Returns false if it is still in progress. */
export async function replayDelivery(tx: Tx, id: string): Promise<boolean> {
  const replayed = await tx
    .update(webhookDeliveries)
    .set(fresh)
    .where(and(eq(webhookDeliveries.id, id), sql`${webhookDeliveries.state} in ('delivered', 'failed')`))
    .returning({ id: webhookDeliveries.id })
  return replayed.length > 0
}

/** Restarts all failed deliveries created since this time. Returns their number. */
export async function replayFailed(tx: Tx, webhookId: string, since: Date): Promise<number> {
  const replayed = await tx
    .update(webhookDeliveries)
    .set(fresh)
    .where(
      and(
        eq(webhookDeliveries.webhook_id, webhookId),
        eq(webhookDeliveries.state, 'failed'),
        gte(webhookDeliveries.created_at, since),
      ),
    )
    .returning({ id: webhookDeliveries.id })
  return replayed.length
}
