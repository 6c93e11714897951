import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { type CloudName, groupMembers, groupReservations } from '../../../db/schema/index.ts'
import type { GroupSpan } from './capacity.ts'

/** Reservations of the cloud that are neither over nor cancelled. */
const isOpen = (cloud: CloudName) =>
  and(
    eq(groupReservations.cloud, cloud),
    isNull(groupReservations.cancelled_at),
    gt(groupReservations.until_at, sql`now()`),
  )

/** Reservations that include a learner; earliest end first. */
export const groupsOfLearner = (user: SQL, cloud: CloudName) =>
  sql<string[]>`coalesce((select jsonb_agg(g.id order by g.until_at, g.id) from ${groupReservations} g
    join ${groupMembers} m on m.reservation_id = g.id
    where m.user_id = ${user} and g.cloud = ${cloud} and g.cancelled_at is null and g.until_at > now()), '[]'::jsonb)`

export const listGroupSpans = (tx: Db, cloud: CloudName): Promise<GroupSpan[]> =>
  tx
    .select({
      id: groupReservations.id,
      accounts: groupReservations.accounts,
      from: groupReservations.from_at,
      until: groupReservations.until_at,
    })
    .from(groupReservations)
    .where(isOpen(cloud))
    .orderBy(asc(groupReservations.from_at), asc(groupReservations.id))
