import type { UserIssue, UserRecord, UserRow } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { foldedContains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import {
  audit,
  courses,
  deployments,
  entitlements,
  examAttempts,
  exams,
  orders,
  outbox,
  sessions,
  users,
} from '../../../db/schema/index.ts'
import { isSessionAlive } from '../../../identity/queries.ts'
import { isLearnersLab } from '../../clouds/deployments/index.ts'
import { accountNotFound, isAdministrator, isNamed } from '../../platform/auth/index.ts'
import { hasExamInProgress } from '../../training/exam-attempts/index.ts'
import { isFrozen } from '../account-freezes/index.ts'
import { accountsWith, whoDid } from './sql.ts'

/**
 * The same condition as `isAdministrator`, in a form for which Postgres has statistics. Without it the planner does not
 * know that administrators are rare, and reads nearly all accounts in list order to find 25 of them.
 */
const hasAdminRole = sql`${users.roles} @> '{admin}'::text[]`

const columns = {
  id: users.username,
  username: users.username,
  email: users.email,
  full_name: users.full_name,
  roles: sql<UserRow['roles']>`${users.roles}`,
  capabilities: sql<UserRow['capabilities']>`${users.capabilities}`,
  state: sql<
    UserRow['state']
  >`case when ${users.deletion_due_at} is not null then 'deleting' when ${users.disabled_at} is not null then 'disabled' when ${users.activated_at} is null then 'inactive' else 'active' end`,
  country: users.country,
  company: users.company,
  referrer: users.referrer,
  courses: sql<number>`(select count(distinct course_id)::int from entitlements
    where entitlements.user_id = "users"."id" and entitlements.kind = 'course' and entitlements.revoked_at is null)`,
  created_at: users.created_at,
  last_seen_at: users.last_seen_at,
  // Needed only to decide which actions are allowed (allowed.ts).
  uuid: users.id,
  is_disabled: sql<boolean>`${users.disabled_at} is not null`,
  is_frozen: isFrozen(sql`"users"."id"`),
  is_sitting_exam: hasExamInProgress(sql`"users"."id"`),
  is_deletion_undoable: sql<boolean>`coalesce(${users.deletion_due_at} > now(), false)`,
}

/** Accounts that were never seen sort as the oldest. Must match the expression of the index `users_last_seen_at` exactly. */
const seenAt = sql`coalesce(${users.last_seen_at}, '-infinity'::timestamptz)`

/** Each sort key has an index (db/schema/users.ts). */
export const userSource = {
  table: users,
  id: sql`${users.username}`,
  where: matching,
  having: (part) => foldedContains(users.searched, part),
  keys: {
    username: [sql`${users.username}`],
    full_name: [sql`${users.full_name}`, sql`${users.id}`],
    email: [sql`lower(${users.email})`, sql`${users.id}`],
    created_at: [sql`${users.created_at}`, sql`${users.id}`],
    last_seen_at: [seenAt, sql`${users.id}`],
  },
  read: (db, slice) => sliceOf(db.select({ ...columns, ...slice.cursor }).from(users), slice),
} satisfies ListSourceOf<'listUsers'>

function matching({
  id,
  q,
  state,
  role,
  capability,
  referrer,
  course,
  issue,
  lab,
  ...days
}: Output<'userFilter'>): SQL | undefined {
  const states = {
    active: and(isNotNull(users.activated_at), isNull(users.disabled_at), isNull(users.deletion_due_at)),
    inactive: and(isNull(users.activated_at), isNull(users.disabled_at), isNull(users.deletion_due_at)),
    disabled: and(isNotNull(users.disabled_at), isNull(users.deletion_due_at)),
    deleting: isNotNull(users.deletion_due_at),
  }
  return and(
    isNull(users.erased_at),
    id && isAmong(users.username, id),
    foldedContains(users.searched, q),
    state && states[state],
    role && (role === 'admin' ? and(isAdministrator, hasAdminRole) : sql`${role} = any(${users.roles})`),
    // Only administrators have capabilities, and their index is small.
    capability && and(isAdministrator, hasAdminRole, sql`${capability} = any(${users.capabilities})`),
    referrer === undefined ? undefined : eq(users.referrer, referrer),
    course === undefined ? undefined : inArray(users.id, learnersOf(course)),
    issue && sql`${users.id} in (select i.user_id from (${accountsWith[issue]}) i)`,
    lab && inArray(users.id, learnersWithLab(lab)),
    whoDid(days),
    days.joined_within_days === undefined ? undefined : sql`${users.created_at} >= ${daysAgo(days.joined_within_days)}`,
    days.paid_within_days === undefined ? undefined : isBuyerSince(daysAgo(days.paid_within_days)),
    days.mail_failed_within_days === undefined ? undefined : hasFailedMailSince(daysAgo(days.mail_failed_within_days)),
    days.seen_within_days === undefined ? undefined : sql`${seenAt} >= ${daysAgo(days.seen_within_days)}`,
    days.unseen_for_days === undefined ? undefined : sql`${seenAt} < ${daysAgo(days.unseen_for_days)}`,
  )
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/** Ids of learners who have or had access to the course, unless it was revoked. */
const learnersOf = (slug: string) => sql`(select e.user_id from ${entitlements} e
  where e.course_id = (select c.id from ${courses} c where c.slug = ${slug}) and e.revoked_at is null)`

/** `queued` includes `held` deployments, which also wait. */
const learnersWithLab = (
  lab: 'running' | 'provisioning' | 'queued',
) => sql`(select ${deployments.user_id} from ${deployments}
  where ${deployments.state} ${lab === 'queued' ? sql`in ('queued', 'held')` : sql`= ${lab}`} and ${isLearnersLab})`

/** As an array, so that Postgres looks up the few matching accounts by id. */
const isBuyerSince = (time: SQL) =>
  sql`${users.id} = any(array(select distinct o.user_id from ${orders} o where o.paid_at >= ${time}))`

/** As an array for the same reason as above. */
const hasFailedMailSince = (time: SQL) =>
  sql`${users.id} = any(array(select distinct m.user_id from ${outbox} m where m.state in ('failed', 'bounced') and m.created_at > ${time}))`

/** Number of open issues of the account, by kind. */
export async function countIssues(db: Db, userId: string): Promise<UserRecord['issues']> {
  const countOf = (issue: UserIssue) =>
    sql<number>`(select count(*)::int from (${accountsWith[issue]}) i where i.user_id = ${userId}::uuid)`
  const [row] = await db
    .select({
      flag_alert: countOf('flag_alert'),
      over_limits: countOf('over_limits'),
      disputed_order: countOf('disputed_order'),
      failed_mail: countOf('failed_mail'),
      extra_points: countOf('extra_points'),
      conduct_case: countOf('conduct_case'),
      exam_environment: countOf('exam_environment'),
      exam_report: countOf('exam_report'),
      exam_room: countOf('exam_room'),
    })
    .from(sql`(select 1) as unused`)
  if (!row) throw new Error('A select without a table returned no row')
  return row
}

export type FoundUser = Awaited<ReturnType<typeof findUser>>

export async function findUser(db: Db, username: string) {
  const [row] = await db
    .select({
      ...columns,
      version: users.version,
      links: users.links,
      locale: users.locale,
      time_zone: users.time_zone,
      email_preferences: users.email_preferences,
      accommodation: users.accommodation,
      accommodation_reason: users.accommodation_reason,
      activated_at: users.activated_at,
      disabled_at: users.disabled_at,
      disabled_reason: users.disabled_reason,
      disabled_by: sql<string | null>`case when ${users.disabled_at} is not null then (select a.actor from ${audit} a
        where a.subject_type = 'user' and a.subject_id = "users"."username" and a.after ->> 'disabled_at' is not null
        order by a.at desc limit 1) end`,
      open_sessions: sql<number>`(select count(*)::int from ${sessions} where ${sessions.user_id} = "users"."id" and ${isSessionAlive()})`,
      deletion_due_at: users.deletion_due_at,
    })
    .from(users)
    .where(isNamed(username))
  if (!row) throw accountNotFound(username)
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    activated_at: row.activated_at?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
  }
}

/** Booked exams of the account, with the duration fixed at booking. */
export const listBookedExams = (db: Db, userId: string) =>
  db
    .select({
      title: exams.title,
      scheduled_at: sql`${examAttempts.scheduled_at}`.mapWith(examAttempts.created_at),
      minutes: sql<number>`coalesce((${examAttempts.terms} ->> 'seconds')::int / 60, ${exams.duration_minutes})`,
      exam_minutes: exams.duration_minutes,
    })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(
      and(eq(examAttempts.user_id, userId), eq(examAttempts.state, 'scheduled'), isNotNull(examAttempts.scheduled_at)),
    )
    .orderBy(examAttempts.scheduled_at)
