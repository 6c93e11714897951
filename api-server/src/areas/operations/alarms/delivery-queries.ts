import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { alarmDeliveries } from '../../../db/schema/index.ts'
import { isAmongLocked } from '../../../db/sql.ts'

/** Maximum number of attempts per alarm webhook delivery: about nine hours with the back-off of `markFailed`. */
const MAX_ATTEMPTS = 12

export async function insertDelivery(tx: Db, body: string): Promise<void> {
  await tx.insert(alarmDeliveries).values({ body })
}

const isDue = sql`${alarmDeliveries.state} in ('waiting', 'sending') and ${alarmDeliveries.next_at} <= now()`

export async function hasDueDeliveries(db: Db): Promise<boolean> {
  return (await db.select({ id: alarmDeliveries.id }).from(alarmDeliveries).where(isDue).limit(1)).length > 0
}

/** Claims due deliveries for two minutes; skips rows locked by another process. */
export const claimDeliveries = (db: Db, limit: number) =>
  db
    .update(alarmDeliveries)
    .set({
      state: 'sending',
      attempts: sql`${alarmDeliveries.attempts} + 1`,
      next_at: sql`now() + interval '2 minutes'`,
    })
    .where(
      isAmongLocked(
        alarmDeliveries.id,
        db
          .select({ id: alarmDeliveries.id })
          .from(alarmDeliveries)
          .where(isDue)
          .orderBy(asc(alarmDeliveries.next_at))
          .limit(limit)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning()

export const markSent = (db: Db, id: string) =>
  db
    .update(alarmDeliveries)
    .set({ state: 'sent', sent_at: sql`now()`, last_error: null })
    .where(eq(alarmDeliveries.id, id))

/** Retries after ten seconds, doubling up to an hour. */
export const markFailed = (db: Db, id: string, message: string) =>
  db
    .update(alarmDeliveries)
    .set({
      state: sql`case when ${alarmDeliveries.attempts} >= ${MAX_ATTEMPTS} then 'failed' else 'waiting' end`,
      last_error: message.slice(0, 200),
      next_at: sql`now() + make_interval(secs => least(3600, 10 * power(2, ${alarmDeliveries.attempts} - 1))::float8)`,
    })
    .where(and(eq(alarmDeliveries.id, id), eq(alarmDeliveries.state, 'sending')))

/** Status of the webhook: last successful delivery, number of waiting deliveries, and the latest error. */
export async function readDeliveries(db: Db) {
  const [row] = await db
    .select({
      last_sent_at: sql<string | null>`max(${alarmDeliveries.sent_at})`.mapWith(alarmDeliveries.sent_at),
      waiting: sql<number>`(count(*) filter (where ${alarmDeliveries.state} in ('waiting', 'sending')))::int`,
    })
    .from(alarmDeliveries)
  const [latest] = await db
    .select({ error: alarmDeliveries.last_error })
    .from(alarmDeliveries)
    .where(sql`${alarmDeliveries.attempts} > 0`)
    .orderBy(sql`${alarmDeliveries.created_at} desc`)
    .limit(1)
  return { last_sent_at: row?.last_sent_at ?? null, waiting: row?.waiting ?? 0, error: latest?.error ?? null }
}
