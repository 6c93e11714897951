import { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf } from '../../../db/list-source.ts'
import type { Db } from '../../../db/open.ts'
import { courseProgress, entitlements, lessonProgress, lessons, users } from '../../../db/schema/index.ts'
import { foldedContains } from '../../../db/search.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { mayGive } from '../../../identity/not-yourself.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { findCourseId } from '../courses/service.ts'
import { allowedOnEntitlement } from '../entitlements/allowed.ts'
import { RESTORE_MINUTES } from '../entitlements/service.ts'
import { entitlementState } from '../entitlements/state-sql.ts'

const courseOf = sql`"entitlements"."course_id"`
const userOf = sql`"entitlements"."user_id"`
const isRequired = sql`l.course_id = ${courseOf} and l.required and l.archived_at is null`

/** If a learner has the course several times, the entitlement that counts: not revoked, and with the latest end. */
const counts = (row: string) =>
  sql.raw(`(${row}.revoked_at is null, coalesce(${row}.ends_at, 'infinity'), ${row}.created_at, ${row}.id)`)
const isTheirs = sql`not exists (select from ${entitlements} o
  where o.course_id = ${courseOf} and o.user_id = ${userOf} and ${counts('o')} > ${counts('"entitlements"')})`

const restoreUntil =
  sql<Date | null>`case when ${entitlements.removed_at} > now() - make_interval(mins => ${RESTORE_MINUTES})
  then ${entitlements.removed_at} + make_interval(mins => ${RESTORE_MINUTES}) end`.mapWith(entitlements.removed_at)

/** Everyone who has or had the course in scope, one row each. */
export const courseUserSource = {
  table: entitlements,
  id: sql`(select u.username from ${users} u where u.id = ${userOf})`,
  where: ({ id, q, source, state }: Output<'courseUserFilter'>): SQL | undefined =>
    and(
      isTheirs,
      id && inArray(entitlements.user_id, sql`(select ${users.id} from ${users} where ${isAmong(users.username, id)})`),
      q === undefined
        ? undefined
        : inArray(
            entitlements.user_id,
            sql`(select ${users.id} from ${users} where ${foldedContains(users.searched, q) ?? sql`true`})`,
          ),
      source && eq(entitlements.source, source),
      state && eq(entitlementState, state),
    ),
  keys: { since: [sql`${entitlements.created_at}`, sql`${entitlements.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: users.username,
        username: users.username,
        full_name: users.full_name,
        email: users.email,
        source: entitlements.source,
        since: entitlements.created_at,
        ends_at: entitlements.ends_at,
        state: entitlementState,
        reason: entitlements.reason,
        required: sql<number>`(select count(*)::int from ${lessons} l where ${isRequired})`,
        completed: sql<number>`(select count(*)::int from ${lessons} l join ${lessonProgress} p on p.lesson_id = l.id
          where ${isRequired} and p.user_id = ${userOf} and p.completed_at is not null)`,
        completed_at: courseProgress.completed_at,
        last_seen_at: courseProgress.last_seen_at,
        restore_until: restoreUntil,
        entitlement_id: entitlements.id,
        version: entitlements.version,
        ...cursor,
      })
      .from(entitlements)
      .innerJoin(users, eq(users.id, entitlements.user_id))
      .leftJoin(
        courseProgress,
        and(eq(courseProgress.course_id, entitlements.course_id), eq(courseProgress.user_id, entitlements.user_id)),
      )
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listCourseUsers'>

export const usersOfCourse = async (db: Db, { slug = '' }: Record<string, string>): Promise<SQL> =>
  eq(entitlements.course_id, await findCourseId(db, slug))

type Row = Parameters<typeof allowedOnEntitlement>[0]

/** Removing a learner removes all their entitlements to the course; all other actions apply to the one that counts. */
export const allowedOnCourseUser = (row: Row, caller: CurrentUser) => [
  ...allowedAmong({
    remove: row.state !== 'revoked' && mayCall(operations.removeCourseUser, caller),
    restore:
      row.restore_until !== null &&
      mayGive(caller, row.username === caller.username) &&
      mayCall(operations.restoreCourseUser, caller),
  }),
  ...allowedOnEntitlement(row, caller).filter((action) => action !== 'revoke' && action !== 'restore'),
]
