import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { type CloudName, cloudAccounts, deployments, labAccess, labs } from '../../db/schema/index.ts'
import type { DeploymentRow } from './queries.ts'

/** Records that the learner's page is open. */
export async function touchPresence(db: Db, id: string): Promise<void> {
  await db
    .update(deployments)
    .set({ present_at: sql`now()` })
    .where(and(eq(deployments.id, id), inArray(deployments.state, ['queued', 'held'])))
}

/** The first deployment in the cloud's queue, skipping learners who still owe the lab its extra data. */
export async function findFirstInQueue(tx: Db, cloud: CloudName) {
  const [row] = await tx
    .select({
      deployment: deployments,
      present: sql<boolean>`coalesce(${deployments.present_at} > now() - make_interval(secs => ${PRESENT_SECONDS}::int), false)`,
    })
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(labAccess, and(eq(labAccess.lab_id, deployments.lab_id), eq(labAccess.user_id, deployments.user_id)))
    .where(
      and(
        eq(deployments.state, 'queued'),
        eq(deployments.cloud, cloud),
        or(
          isNull(labs.id),
          sql`jsonb_array_length(${labs.extra_fields}) = 0`,
          sql`${labAccess.extra_data_at} is not null`,
        ),
      ),
    )
    .orderBy(asc(deployments.priority), asc(deployments.queued_at), asc(deployments.id))
    .limit(1)
  return row
}

/** An open page reports every 15 seconds; after three missed reports it counts as closed. */
const PRESENT_SECONDS = 45

/** Position in the queue, from 1. */
export async function findQueuePosition(db: Db, { id, cloud, priority }: DeploymentRow): Promise<number> {
  const queuedAt = sql`(select d.queued_at from ${deployments} d where d.id = ${id})`
  const [row] = await db
    .select({ ahead: sql<number>`count(*)::int` })
    .from(deployments)
    .where(
      and(
        eq(deployments.state, 'queued'),
        eq(deployments.cloud, cloud),
        ne(deployments.id, id),
        or(
          sql`${deployments.priority} < ${priority}`,
          and(eq(deployments.priority, priority), sql`${deployments.queued_at} < ${queuedAt}`),
        ),
      ),
    )
  return (row?.ahead ?? 0) + 1
}

/** Seconds until each account of the cloud that will become free by itself is free, soonest first. */
export async function listSecondsUntilFree(db: Db, cloud: CloudName, cleaningSeconds: number): Promise<number[]> {
  const rows = await db
    .select({
      seconds: sql<number>`greatest(0, coalesce(extract(epoch from ${deployments.ends_at} - now()), 0))::int + ${cleaningSeconds}::int`,
    })
    .from(cloudAccounts)
    .leftJoin(
      deployments,
      and(eq(deployments.cloud_account_id, cloudAccounts.id), inArray(deployments.state, ['provisioning', 'running'])),
    )
    .where(
      and(
        eq(cloudAccounts.cloud, cloud),
        isNull(cloudAccounts.retired_at),
        or(
          inArray(cloudAccounts.status, ['Provisioning', 'Provisioned', 'Dirty', 'Nuking', 'Nuked']),
          and(eq(cloudAccounts.status, 'Locked'), eq(cloudAccounts.lock_reason, 'lease')),
        ),
      ),
    )
  return rows.map((row) => row.seconds).sort((a, b) => a - b)
}

/** Held deployments whose ten minutes have passed. */
export const listExpiredHolds = (db: Db) =>
  db
    .select()
    .from(deployments)
    .where(and(eq(deployments.state, 'held'), sql`${deployments.held_until} <= now()`))
    .limit(200)

export const isHoldExpired = sql`${deployments.held_until} <= now()`

/** Queue position right behind the first: near the front without blocking it. */
export async function secondInQueue(tx: Db, { id, cloud }: DeploymentRow) {
  const [first] = await tx
    .select({ priority: deployments.priority, queued_at: deployments.queued_at })
    .from(deployments)
    .where(and(eq(deployments.state, 'queued'), eq(deployments.cloud, cloud), ne(deployments.id, id)))
    .orderBy(asc(deployments.priority), asc(deployments.queued_at), asc(deployments.id))
    .limit(1)
  return first ? { priority: first.priority, queued_at: new Date(first.queued_at.getTime() + 1) } : {}
}
