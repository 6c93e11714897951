import { and, arrayOverlaps, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import { users, webhookDeliveries, webhooks } from '../../../db/schema/index.ts'
import { isAmongLocked } from '../../../db/sql.ts'
import { isAdministrator } from '../auth/index.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Webhooks that events are queued for. For a failing webhook, they wait until it is switched on again. */
export const listListening = (db: Db) =>
  db
    .select({
      id: webhooks.id,
      events: webhooks.events,
      now: sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(webhooks)
    .where(or(webhooks.is_on, webhooks.is_failing))

/** Maximum number of deliveries per insert. A change to a course may complete it for all of its learners. */
const INSERTED = 1_000

export async function insertDeliveries(tx: Db, rows: (typeof webhookDeliveries.$inferInsert)[]) {
  for (let from = 0; from < rows.length; from += INSERTED)
    await tx.insert(webhookDeliveries).values(rows.slice(from, from + INSERTED))
}

/** Seconds before each retry: about 42 hours in total. */
const BACK_OFF = [10, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 50_400]

const isDue = and(inArray(webhookDeliveries.state, ['waiting', 'sending']), sql`${webhookDeliveries.next_at} <= now()`)

/** Webhooks with due deliveries. */
export const listDue = (db: Db) =>
  db
    .select()
    .from(webhooks)
    .where(
      and(
        webhooks.is_on,
        sql`exists (select from ${webhookDeliveries} where ${webhookDeliveries.webhook_id} = ${webhooks.id} and ${isDue})`,
      ),
    )

/** Leases the next due delivery of a webhook to this process for one minute. Skips deliveries leased by other processes. */
export async function claimDelivery(db: Db, webhookId: string): Promise<DeliveryRow | undefined> {
  const [claimed] = await db
    .update(webhookDeliveries)
    .set({
      state: 'sending',
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      next_at: sql`now() + interval '1 minute'`,
      tried_at: sql`now()`,
    })
    .where(
      isAmongLocked(
        webhookDeliveries.id,
        db
          .select({ id: webhookDeliveries.id })
          .from(webhookDeliveries)
          .where(and(eq(webhookDeliveries.webhook_id, webhookId), isDue))
          .orderBy(asc(webhookDeliveries.next_at), asc(webhookDeliveries.id))
          .limit(1)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning()
  return claimed
}

/** Matches only this try, not later ones. As everywhere, the webhook's row is locked before its deliveries. */
const isTry = ({ id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>) =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, 'sending'), eq(webhookDeliveries.attempts, attempts))

export async function markDelivered(tx: Tx, delivery: DeliveryRow, { status, excerpt }: Outcome) {
  await tx
    .update(webhooks)
    .set({ failures: 0, failing_since: null, last_delivered_at: sql`now()` })
    .where(eq(webhooks.id, delivery.webhook_id))
  await tx
    .update(webhookDeliveries)
    .set({ state: 'delivered', delivered_at: sql`now()`, status, excerpt, error: null })
    .where(isTry(delivery))
}

interface Outcome {
  status: number | null
  excerpt: string | null
}

/** Schedules a retry, or gives up after the last try. */
export async function markFailed(
  tx: Tx,
  delivery: DeliveryRow,
  { status, excerpt, error }: Outcome & { error: string },
) {
  await tx
    .update(webhooks)
    .set({
      failures: sql`${webhooks.failures} + 1`,
      failing_since: sql`coalesce(${webhooks.failing_since}, now())`,
    })
    .where(eq(webhooks.id, delivery.webhook_id))
  const wait = BACK_OFF[delivery.attempts - 1]
  await tx
    .update(webhookDeliveries)
    .set({
      state: wait === undefined ? 'failed' : 'waiting',
      next_at: sql`now() + make_interval(secs => ${wait ?? 0})`,
      ...{ status, excerpt, error },
    })
    .where(isTry(delivery))
}

/** Number of failed tries, over at least FAILING_HOURS, after which a webhook is switched off. */
const MOST_FAILURES = 10
const FAILING_HOURS = 24

/** Switches off a webhook that has failed for long. Only the first caller gets the row. */
export async function stopFailing(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const [stopped] = await tx
    .update(webhooks)
    .set({ is_on: false, is_failing: true, version: sql`${webhooks.version} + 1`, updated_at: sql`now()` })
    .where(
      and(
        eq(webhooks.id, id),
        webhooks.is_on,
        sql`${webhooks.failures} >= ${MOST_FAILURES} and ${webhooks.failing_since} <= now() - make_interval(hours => ${FAILING_HOURS})`,
      ),
    )
    .returning()
  return stopped
}

/** Administrators notified when a webhook is switched off. */
export const listKeepers = (db: Db) =>
  db
    .select({ id: users.id, email: users.email, full_name: users.full_name })
    .from(users)
    .where(
      and(
        isAdministrator,
        arrayOverlaps(users.capabilities, ['finance', 'owner']),
        isNotNull(users.activated_at),
        isNull(users.disabled_at),
        isNull(users.deletion_due_at),
      ),
    )
    .orderBy(asc(users.username))
    .limit(50)
