import { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains, foldedContains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import {
  courseProgress,
  courses,
  entitlements,
  flagSolves,
  lessonProgress,
  lessons,
  users,
} from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall, mayGive } from '../../../identity/require-access.ts'
import { findCourseFacts } from '../courses/index.ts'
import { allowedOnEntitlement, entitlementState, restoreUntil } from '../entitlements/index.ts'

const courseOf = sql`"entitlements"."course_id"`
const userOf = sql`"entitlements"."user_id"`
const isRequired = sql`l.course_id = ${courseOf} and l.required and l.archived_at is null`

/** If a learner has the course several times, the entitlement that counts: not revoked, and with the latest end. */
const counts = (row: string) =>
  sql.raw(`(${row}.revoked_at is null, coalesce(${row}.ends_at, 'infinity'), ${row}.created_at, ${row}.id)`)
const isTheirs = sql`not exists (select from ${entitlements} o
  where o.course_id = ${courseOf} and o.user_id = ${userOf} and ${counts('o')} > ${counts('"entitlements"')})`

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
  read: (db, slice) =>
    sliceOf(
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
          ...slice.cursor,
        })
        .from(entitlements)
        .innerJoin(users, eq(users.id, entitlements.user_id))
        .leftJoin(
          courseProgress,
          and(eq(courseProgress.course_id, entitlements.course_id), eq(courseProgress.user_id, entitlements.user_id)),
        ),
      slice,
    ),
} satisfies ListSourceOf<'listCourseUsers'>

export const usersOfCourse = async (db: Db, { slug = '' }: Record<string, string>): Promise<SQL> =>
  eq(entitlements.course_id, (await findCourseFacts(db, slug)).id)

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

const price = sql<{
  amount: number
  currency: string
}>`json_build_object('amount', ${courses.price_amount}, 'currency', ${courses.price_currency})`

export const courseSource = {
  table: courses,
  id: sql`${courses.slug}`,
  where: matching,
  // Not sortable by learners: they are counted only for the courses of one page, because a learner can have several entitlements.
  keys: {
    title: [sql`${courses.title}`, sql`${courses.slug}`],
    slug: [sql`${courses.slug}`],
    status: [sql`${courses.status}`, sql`${courses.position}`, sql`${courses.slug}`],
    price: [sql`${courses.price_amount}`, sql`${courses.slug}`],
    updated_at: [sql`${courses.updated_at}`, sql`${courses.slug}`],
  },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: courses.slug,
          slug: courses.slug,
          title: courses.title,
          status: courses.status,
          level: courses.level,
          price,
          lessons: sql<number>`(select count(*)::int from lessons l where l.course_id = "courses"."id" and l.archived_at is null)`,
          learners: sql<number>`(select count(distinct e.user_id)::int from entitlements e
          where e.course_id = "courses"."id" and e.revoked_at is null)`,
          completed: sql<number>`(select count(*)::int from course_progress p
          where p.course_id = "courses"."id" and p.completed_at is not null)`,
          updated_at: courses.updated_at,
          ...slice.cursor,
        })
        .from(courses),
      slice,
    ),
} satisfies ListSourceOf<'listCoursesForAdmin'>

function matching(filter: Output<'courseFilter'>): SQL | undefined {
  return and(
    filter.id && isAmong(courses.slug, filter.id),
    contains(sql`${courses.slug} || ' ' || ${courses.title}`, filter.q),
    filter.status && eq(courses.status, filter.status),
    filter.level && eq(courses.level, filter.level),
  )
}

/** What the learner finished since a moment, including exam flags, in quarter hours. Midnight falls on a quarter hour in every time zone. */
export function listActiveQuarters(db: Db, userId: string, since: Date) {
  const finished = db
    .select({ at: sql<Date>`${lessonProgress.completed_at}`.as('at'), flags: sql<number>`0`.as('flags') })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.user_id, userId), gte(lessonProgress.completed_at, since)))
    .unionAll(
      db
        .select({ at: sql<Date>`${flagSolves.solved_at}`.as('at'), flags: sql<number>`1`.as('flags') })
        .from(flagSolves)
        .where(and(eq(flagSolves.user_id, userId), gte(flagSolves.solved_at, since))),
    )
    .as('finished')
  const quarter = sql`date_bin('15 minutes', ${finished.at}, 'epoch')`
  return db
    .select({
      at: sql<string>`to_char(${quarter} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      lessons: sql<number>`count(*) filter (where ${finished.flags} = 0)::int`,
      flags: sql<number>`count(*) filter (where ${finished.flags} = 1)::int`,
    })
    .from(finished)
    .groupBy(quarter)
}

const courseOfProgress = sql`"course_progress"."course_id"`
const isRequiredLesson = sql`l.course_id = ${courseOfProgress} and l.required and l.archived_at is null`

/** A learner's progress in each course they started. */
export const progressSource = {
  table: courseProgress,
  id: sql`(select c.slug from ${courses} c where c.id = ${courseOfProgress})`,
  where: ({ id }) => id && inArray(courseProgress.course_id, idsOf(id)),
  keys: { last_seen_at: [sql`${courseProgress.last_seen_at}`, courseOfProgress] },
  nulls: { last_seen_at: 'smallest' },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: courses.slug,
          slug: courses.slug,
          title: courses.title,
          required: sql<number>`(select count(*)::int from lessons l where ${isRequiredLesson})`,
          completed: sql<number>`(select count(*)::int from lessons l join lesson_progress p on p.lesson_id = l.id
          where ${isRequiredLesson} and p.user_id = "course_progress"."user_id" and p.completed_at is not null)`,
          last_lesson: lessons.title,
          last_seen_at: courseProgress.last_seen_at,
          completed_at: courseProgress.completed_at,
          ...slice.cursor,
        })
        .from(courseProgress)
        .innerJoin(courses, eq(courses.id, courseProgress.course_id))
        .leftJoin(lessons, eq(lessons.id, courseProgress.last_lesson_id)),
      slice,
    ),
} satisfies ListSourceOf<'listUserProgress'>

const idsOf = (slugs: string[]) => sql`(select c.id from ${courses} c where c.slug
  = any(array(select jsonb_array_elements_text(${JSON.stringify(slugs)}::jsonb))))`
