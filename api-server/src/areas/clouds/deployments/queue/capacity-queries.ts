import { and, asc, eq, gt, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import {
  accountBookings,
  type CloudName,
  cloudAccounts,
  deployments,
  groupMembers,
  groupReservations,
  labs,
} from '../../../../db/schema/index.ts'
import { columnsOf } from '../../../../db/sql.ts'
import { isRegionDown } from '../../cloud-accounts/index.ts'
import type { GroupSpan, Occupancy } from './capacity.ts'

/** Estimated minutes until an account is clean again, for planning. Generous, because the next booking must start on time. */
export const CLEANING_MINUTES = 30
const BUILD_MINUTES = 15

/** Latest time at which the account of a lab that is not built yet will be clean again. The statement joins `labs`. */
export const freeAgainAt: SQL<string> = sql`now() + make_interval(mins => ${BUILD_MINUTES + CLEANING_MINUTES}::int,
  secs => ${deployments.duration_seconds} + 60 * coalesce(greatest(0, ${labs.extensions} - ${deployments.extensions_used}) * ${labs.extension_minutes}, 0))`

/** Accounts that can be given to labs and exams: not on hold, not in quarantine, and with verified credentials. */
const isUsable = and(
  isNull(cloudAccounts.retired_at),
  ne(cloudAccounts.status, 'Pending'),
  or(isNull(cloudAccounts.lock_reason), not(sql`${cloudAccounts.lock_reason} in ('hold', 'quarantine')`)),
  // In a region with an outage, accounts count while they are in use or being cleaned.
  or(ne(cloudAccounts.status, 'Available'), not(isRegionDown)),
)

/**
 * Current and future use of a cloud's accounts, optionally without the booking of one attempt that is about to move. For a decision, the caller
 * must hold the pool lock.
 */
export async function listOccupancy(tx: Db, cloud: CloudName, withoutAttempt?: string): Promise<Occupancy> {
  const now = sql<string>`now()`
  const used = await tx
    .select({
      now,
      groups: groupsOfLearner(sql`${deployments.user_id}`, cloud),
      is_leased: sql<boolean>`${cloudAccounts.status} <> 'Available'
        and not coalesce(${deployments.exam_id} is not null and ${deployments.state} in ('provisioning', 'running'), false)`,
      is_down: isRegionDown,
      until: sql<string>`case
        when ${deployments.state} = 'running' then ${deployments.hard_deadline_at} + make_interval(mins => ${CLEANING_MINUTES}::int)
        when ${deployments.state} in ('held', 'provisioning') then ${freeAgainAt}
        else now() + make_interval(mins => ${CLEANING_MINUTES}::int) end`,
    })
    .from(cloudAccounts)
    .leftJoin(deployments, eq(deployments.id, cloudAccounts.deployment_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .where(and(eq(cloudAccounts.cloud, cloud), isUsable))
  const bookings = await tx
    .select({
      from: accountBookings.from_at,
      // An exam whose clock was paused can outlast its booking.
      until:
        sql`greatest(${accountBookings.until_at}, now() + make_interval(mins => ${CLEANING_MINUTES}::int))`.mapWith(
          accountBookings.until_at,
        ),
    })
    .from(accountBookings)
    .where(
      and(
        eq(accountBookings.cloud, cloud),
        withoutAttempt === undefined ? undefined : ne(accountBookings.attempt_id, withoutAttempt),
      ),
    )
  const from = used[0] ? new Date(used[0].now) : new Date()
  const leases = used
    .filter(({ is_leased }) => is_leased)
    .map(({ until, groups }) => ({ from, until: new Date(until), groups }))
  const leaving = used.filter(({ is_down }) => is_down).map(({ until }) => new Date(until))
  return { now: from, accounts: used.length, leaving, bookings, leases, groups: await listGroupSpans(tx, cloud) }
}

/** Books an account for an attempt, or moves its booking. The caller has checked capacity under the pool lock. */
export async function saveBooking(tx: Db, values: typeof accountBookings.$inferInsert): Promise<void> {
  const { cloud, from_at, until_at } = values
  await tx
    .insert(accountBookings)
    .values(values)
    .onConflictDoUpdate({ target: accountBookings.attempt_id, set: { cloud, from_at, until_at } })
}

export async function deleteBooking(tx: Db, attemptId: string): Promise<void> {
  await tx.delete(accountBookings).where(eq(accountBookings.attempt_id, attemptId))
}

/** Extends the account booking of an attempt by these seconds, after a pause of its clock. */
export async function extendBooking(tx: Db, attemptId: string, seconds: number): Promise<void> {
  await tx
    .update(accountBookings)
    .set({ until_at: sql`${accountBookings.until_at} + make_interval(secs => ${seconds}::int)` })
    .where(eq(accountBookings.attempt_id, attemptId))
}

/** Reservations of the cloud that are neither over nor cancelled. */
const isOpen = (cloud: CloudName) =>
  and(
    eq(groupReservations.cloud, cloud),
    isNull(groupReservations.cancelled_at),
    gt(groupReservations.until_at, sql`now()`),
  )

/** Reservations that include a learner; earliest end first. */
const groupsOfLearner = (user: SQL, cloud: CloudName) =>
  sql<string[]>`coalesce((select jsonb_agg(g.id order by g.until_at, g.id) from ${groupReservations} g
    join ${groupMembers} m on m.reservation_id = g.id
    where m.user_id = ${user} and g.cloud = ${cloud} and g.cancelled_at is null and g.until_at > now()), '[]'::jsonb)`

const listGroupSpans = (tx: Db, cloud: CloudName): Promise<GroupSpan[]> =>
  tx
    .select({
      ...columnsOf(groupReservations, 'id', 'accounts'),
      from: groupReservations.from_at,
      until: groupReservations.until_at,
    })
    .from(groupReservations)
    .where(isOpen(cloud))
    .orderBy(asc(groupReservations.from_at), asc(groupReservations.id))

/** Ids of current reservations in the cloud that include this learner; earliest end first. */
export async function listGroupsOf(tx: Db, cloud: CloudName, userId: string): Promise<string[]> {
  const [row] = await tx
    .select({ groups: groupsOfLearner(sql`${userId}::uuid`, cloud) })
    .from(sql`(select 1) as unused`)
  return row?.groups ?? []
}
