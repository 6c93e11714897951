import { eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { entitlements } from '../../../db/schema/index.ts'

export type EntitlementState = 'open' | 'not_yet' | 'ended' | 'suspended' | 'revoked'

/**
 * State by the database's clock. Uses `statement_timestamp()`: if the transaction waited for a concurrent grant, its `now()` is
 * earlier than the grant's start.
 */
export const entitlementState = sql<EntitlementState>`case
  when ${entitlements.revoked_at} is not null then 'revoked'
  when ${entitlements.suspended_at} is not null then 'suspended'
  when ${entitlements.ends_at} <= now() then 'ended'
  when ${entitlements.starts_at} > statement_timestamp() then 'not_yet'
  else 'open' end`

/** Whether the ledger row opens its content now. */
export const isEntitlementOpen = sql<boolean>`${entitlementState} = 'open'`

/** Minutes for which a revoked entitlement can be restored. */
export const RESTORE_MINUTES = 10

/** Time until which a revocation can be restored; null if it cannot. */
export const restoreUntil =
  sql<Date | null>`case when ${entitlements.removed_at} > now() - make_interval(mins => ${RESTORE_MINUTES})
  then ${entitlements.removed_at} + make_interval(mins => ${RESTORE_MINUTES}) end`.mapWith(entitlements.removed_at)

/** Latest end among several entitlements to the same content; null if one has no end. */
export const longestEnd: SQL<Date | null> =
  sql`case when bool_or(${entitlements.ends_at} is null) then null else max(${entitlements.ends_at}) end`.mapWith(
    entitlements.ends_at,
  )

/** Content ids as SQL expressions. */
interface Target {
  course?: SQLWrapper
  lab?: SQLWrapper
}

/** Whether the ledger opens any of this content to the account now. SQL version of `findAccess` (service.ts), without the reason for a refusal. */
export const isOpen = (userId: SQLWrapper, { course, lab }: Target): SQL<boolean> =>
  anyOpen(userId, or(course && eq(entitlements.course_id, course), lab && eq(entitlements.lab_id, lab)))

/** Same for a lab, directly or through a course that contains it. SQL version of `findLabAccess` (service.ts). */
export function isLabOpen(userId: SQLWrapper, lab: SQLWrapper): SQL<boolean> {
  const courses = sql`(select l.course_id from lessons l where l.lab_id = ${lab} and l.archived_at is null)`
  return anyOpen(userId, or(eq(entitlements.lab_id, lab), sql`${entitlements.course_id} in ${courses}`))
}

const anyOpen = (userId: SQLWrapper, rows: SQL | undefined) =>
  sql<boolean>`exists (select 1 from ${entitlements} where ${eq(entitlements.user_id, userId)} and ${rows} and ${isEntitlementOpen})`

/** Label of an entitlement in lists: username and title of the content. */
export const entitlementLabel = sql<string>`(select u.username || ' · ' || coalesce(
  (select c.title from courses c where c.id = ${entitlements.course_id}), (select l.title from labs l where l.id = ${entitlements.lab_id}),
  (select e.title from exams e where e.id = ${entitlements.exam_id})) from users u where u.id = ${entitlements.user_id})`
