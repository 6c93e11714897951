import { and, arrayOverlaps, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { isAmongLocked } from '../../db/batch-sql.ts'
import type { Db, Tx } from '../../db/open.ts'
import { users, webhookDeliveries, webhooks } from '../../db/schema/index.ts'
import { isAdministrator } from '../auth/account-sql.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Those that are told what happens now. What an address misses because it fails waits for it. */
export const listListening = (db: Db) =>
  db
    .select({
      id: webhooks.id,
      events: webhooks.events,
      now: sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(webhooks)
    .where(or(webhooks.is_on, webhooks.is_failing))

/** Rows that one statement inserts: a change of a course may complete it for everybody. */
const INSERTED = 1_000

export async function insertDeliveries(tx: Db, rows: (typeof webhookDeliveries.$inferInsert)[]) {
  for (let from = 0; from < rows.length; from += INSERTED)
    await tx.insert(webhookDeliveries).values(rows.slice(from, from + INSERTED))
}

/** Seconds before each try after the first: in all about 42 hours. */
const BACK_OFF = [10, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 50_400]

const isDue = and(inArray(webhookDeliveries.state, ['waiting', 'sending']), sql`${webhookDeliveries.next_at} <= now()`)

/** The addresses that something is to be sent to now. */
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

/** Claims the next of an address for this process for a minute; what another process has claimed is skipped. */
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

/** This try, and none that came after it. The webhook's row is locked before its deliveries', here as everywhere. */
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

/** Tried again later, or given up after the last try. */
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

/** Tries that an address may fail, over at least so many hours, before we stop. */
const MOST_FAILURES = 10
const FAILING_HOURS = 24

/** Switches off an address that took nothing for long; whoever is first learns so. */
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

/** Who is told that one was switched off: those who keep them. */
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
