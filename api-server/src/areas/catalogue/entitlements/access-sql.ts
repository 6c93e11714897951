import { eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { entitlements } from '../../../db/schema/index.ts'
import { isEntitlementOpen } from './state-sql.ts'

/** Content ids as SQL expressions. */
interface Target {
  course?: SQLWrapper
  lab?: SQLWrapper
}

/** Whether the ledger opens any of this content to the account now. SQL version of `findAccess` (service.ts), without the reason for a refusal. */
export const isOpen = (userId: SQLWrapper, { course, lab }: Target): SQL<boolean> =>
  anyOpen(userId, or(course && eq(entitlements.course_id, course), lab && eq(entitlements.lab_id, lab)))

/** Same for a lab, directly or through a course that contains it. SQL version of `findLabAccess` (lab-access.ts). */
export function isLabOpen(userId: SQLWrapper, lab: SQLWrapper): SQL<boolean> {
  const courses = sql`(select l.course_id from lessons l where l.lab_id = ${lab} and l.archived_at is null)`
  return anyOpen(userId, or(eq(entitlements.lab_id, lab), sql`${entitlements.course_id} in ${courses}`))
}

const anyOpen = (userId: SQLWrapper, rows: SQL | undefined) =>
  sql<boolean>`exists (select 1 from ${entitlements} where ${eq(entitlements.user_id, userId)} and ${rows} and ${isEntitlementOpen})`
