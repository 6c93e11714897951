import { and, asc, eq, inArray, isNull, ne, not, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import {
  accountBookings,
  type CloudName,
  cloudAccounts,
  deployments,
  groupReservations,
  labAccess,
  labSnapshots,
  labs,
} from '../../../../db/schema/index.ts'
import { columnsOf } from '../../../../db/sql.ts'
import { isFreeInRegion, isRegionDown } from '../../cloud-accounts/index.ts'
import type { DeploymentRow } from '../queries.ts'
import { freeAgainAt } from './capacity-queries.ts'
import type { BusyAccount } from './estimate.ts'

export async function touchPresence(db: Db, id: string): Promise<void> {
  await db
    .update(deployments)
    .set({ present_at: sql`now()` })
    .where(and(eq(deployments.id, id), inArray(deployments.state, ['queued', 'held'])))
}

/** Whether the lab needs no extra data or has it. Test runs come with their own. */
export const hasExtraData = sql`(${labs.id} is null or ${deployments.test} is not null or jsonb_array_length(coalesce(${labSnapshots.lab} -> 'extra_fields', ${labs.extra_fields})) = 0 or ${labAccess.extra_data_at} is not null)`

/** Joins that `hasExtraData` needs. */
const queuedLab = eq(labs.id, deployments.lab_id)
const queuedSnapshot = eq(labSnapshots.id, deployments.snapshot_id)
const queuedAccess = and(eq(labAccess.lab_id, deployments.lab_id), eq(labAccess.user_id, deployments.user_id))

/** Deployments as the estimates need them. */
const selectQueued = (db: Db) =>
  db
    .select({
      ...columnsOf(deployments, 'id', 'cloud', 'queued_at', 'duration_seconds'),
      is_waiting: sql<boolean>`${hasExtraData}`,
    })
    .from(deployments)
    .leftJoin(labs, queuedLab)
    .leftJoin(labSnapshots, queuedSnapshot)
    .leftJoin(labAccess, queuedAccess)

export type FirstInQueue = NonNullable<Awaited<ReturnType<typeof findFirstInQueue>>>

/** First deployment in the cloud's queue. Skips those passed over and those still waiting for extra data. */
export async function findFirstInQueue(tx: Db, cloud: CloudName, passedOver: string[]) {
  const [row] = await tx
    .select({
      deployment: deployments,
      present: isPresent,
      /** Long enough in the queue that an alarm may be open. */
      has_waited: sql<boolean>`${deployments.queued_at} < now() - interval '5 seconds'`,
      has_bookings: sql<boolean>`exists (select 1 from ${accountBookings} where ${accountBookings.cloud} = ${cloud})
        or exists (select 1 from ${groupReservations} g where g.cloud = ${cloud} and g.cancelled_at is null and g.until_at > now())`,
      free_again_at: freeAgainAt,
    })
    .from(deployments)
    .leftJoin(labs, queuedLab)
    .leftJoin(labSnapshots, queuedSnapshot)
    .leftJoin(labAccess, queuedAccess)
    .where(
      and(
        eq(deployments.state, 'queued'),
        eq(deployments.cloud, cloud),
        hasExtraData,
        passedOver.length > 0 ? notInArray(deployments.id, passedOver) : undefined,
      ),
    )
    .orderBy(asc(deployments.priority), asc(deployments.queued_at), asc(deployments.id))
    .limit(1)
  return row
}

/** Maximum number of waiting deployments that get a position in lists. */
const MAX_QUEUED = 2_000

/** Waiting deployments of these clouds, in the order in which they are served. */
export const listQueued = (db: Db, clouds: CloudName[]) =>
  selectQueued(db)
    .where(and(eq(deployments.state, 'queued'), inArray(deployments.cloud, clouds)))
    .orderBy(asc(deployments.cloud), asc(deployments.priority), asc(deployments.queued_at), asc(deployments.id))
    .limit(MAX_QUEUED)

export const countPools = (db: Db) =>
  db
    .select({
      ...columnsOf(cloudAccounts, 'cloud', 'region'),
      available: countOf(isFreeInRegion),
      down: countOf(sql`${cloudAccounts.status} = 'Available' and ${isRegionDown}`),
      held: countOf(sql`${cloudAccounts.lock_reason} = 'hold'`),
      quarantined: countOf(sql`${cloudAccounts.lock_reason} = 'quarantine'`),
      pending: countOf(sql`${cloudAccounts.status} = 'Pending'`),
      total: sql<number>`count(*)::int`,
    })
    .from(cloudAccounts)
    .where(isNull(cloudAccounts.retired_at))
    .groupBy(cloudAccounts.cloud, cloudAccounts.region)
    .orderBy(asc(cloudAccounts.cloud), asc(cloudAccounts.region))

const countOf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

export const countHeld = (db: Db) =>
  db
    .select({ cloud: deployments.cloud, held: sql<number>`count(*)::int` })
    .from(deployments)
    .where(eq(deployments.state, 'held'))
    .groupBy(deployments.cloud)

/** An open page sends a presence update every 15 seconds. After three missed updates it counts as closed. */
export const isPresent = sql<boolean>`coalesce(${deployments.present_at} > now() - make_interval(secs => 45), false)`

/**
 * Deployments ahead of this one in its cloud's queue, in order, with their running times in seconds. `is_waiting` is false for those still waiting
 * for extra data, which are passed over.
 */
export async function listAheadInQueue(
  db: Db,
  { id, cloud, priority }: Pick<DeploymentRow, 'id' | 'cloud' | 'priority'>,
) {
  const queuedAt = sql`(select d.queued_at from ${deployments} d where d.id = ${id})`
  return selectQueued(db)
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
    .orderBy(asc(deployments.priority), asc(deployments.queued_at), asc(deployments.id))
}

const secondsSince = (moment: SQLWrapper) => sql`extract(epoch from now() - ${moment})::float8`

/** Accounts of these clouds that will become free without intervention, with their deployments. Excludes regions with an outage. */
export const listBusyAccounts = (db: Db, clouds: CloudName[]): Promise<(BusyAccount & { cloud: CloudName })[]> =>
  db
    .select({
      cloud: cloudAccounts.cloud,
      state: deployments.state,
      duration_seconds: sql<number>`coalesce(${deployments.duration_seconds}, 0)`,
      building_for: sql<number | null>`case when ${cloudAccounts.status} = 'Provisioning'
        then ${secondsSince(cloudAccounts.status_since)} end`,
      ends_in: sql<number>`coalesce(-${secondsSince(deployments.ends_at)}, 0)`,
      cleaning_for: sql<number>`coalesce(${secondsSince(deployments.ended_at)}, ${secondsSince(cloudAccounts.status_since)})`,
      retry_in: sql<number>`coalesce(-${secondsSince(cloudAccounts.retry_at)}, 0)`,
    })
    .from(cloudAccounts)
    .leftJoin(deployments, eq(deployments.id, cloudAccounts.deployment_id))
    .where(
      and(
        inArray(cloudAccounts.cloud, clouds),
        isNull(cloudAccounts.retired_at),
        not(isRegionDown),
        or(
          inArray(cloudAccounts.status, ['Provisioning', 'Provisioned', 'Dirty', 'Nuking', 'Nuked']),
          and(eq(cloudAccounts.status, 'Locked'), eq(cloudAccounts.lock_reason, 'lease')),
        ),
      ),
    )

export const listExpiredHolds = (db: Db) =>
  db
    .select()
    .from(deployments)
    .where(and(eq(deployments.state, 'held'), sql`${deployments.held_until} <= now()`))
    .limit(200)

export const isHoldExpired = sql`${deployments.held_until} <= now()`

/** Queue position directly behind the first: near the front without blocking it. */
export async function secondInQueue(tx: Db, { id, cloud }: DeploymentRow) {
  const [first] = await tx
    .select({ priority: deployments.priority, queued_at: deployments.queued_at })
    .from(deployments)
    .where(and(eq(deployments.state, 'queued'), eq(deployments.cloud, cloud), ne(deployments.id, id)))
    .orderBy(asc(deployments.priority), asc(deployments.queued_at), asc(deployments.id))
    .limit(1)
  return first ? { priority: first.priority, queued_at: new Date(first.queued_at.getTime() + 1) } : {}
}
