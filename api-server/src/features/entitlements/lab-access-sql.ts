import { eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { entitlements } from '../../db/schema/index.ts'
import { entitlementState } from './queries.ts'

/**
 * Whether the ledger opens the lab to the account now, by itself or through a course that contains it: a yes of `findLabAccess` (lab-access.ts),
 * which tells why not.
 */
export const isLabOpen = (userId: SQLWrapper, labId: SQLWrapper): SQL<boolean> => {
  const course = sql`${entitlements.course_id} in (select l.course_id from lessons l where l.lab_id = ${labId} and l.archived_at is null)`
  return sql`exists (select 1 from ${entitlements} where ${eq(entitlements.user_id, userId)}
    and ${or(eq(entitlements.lab_id, labId), course)} and ${entitlementState} = 'open')`
}
