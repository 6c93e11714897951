import { and, asc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deployments, entitlements, labAccess, labs } from '../../../db/schema/index.ts'
import { isEntitlementOpen } from '../../catalogue/entitlements/state-sql.ts'
import { isActiveState } from '../../clouds/deployments/active-sql.ts'

/** Labs that a learner has individually, started, or got a correction for. With `labId`, only that lab. */
export async function listLabsOfUser(db: Db, userId: string, labId?: string) {
  const single = sql`(select max(coalesce(e.ends_at, 'infinity')) from ${entitlements} e
    where e.user_id = ${userId} and e.lab_id = ${labs}.id and e.revoked_at is null)`
  // Same order as for the learner: access to the lab itself takes precedence over courses that contain it.
  const openEnd = (column: SQLWrapper, targets: SQLWrapper) => sql`(
    select max(coalesce(${entitlements.ends_at}, 'infinity')) from ${entitlements}
    where ${entitlements.user_id} = ${userId} and ${column} in ${targets} and ${isEntitlementOpen})`
  const singleOpen = openEnd(entitlements.lab_id, sql`(${labs.id})`)
  const courseOpen = openEnd(
    entitlements.course_id,
    sql`(select l.course_id from lessons l where l.lab_id = ${labs.id} and l.archived_at is null)`,
  )
  const end = sql`case
    when ${singleOpen} is null and ${courseOpen} is not null then ${courseOpen}
    else coalesce(${labAccess.access_ends_at}, ${singleOpen}, ${single}) end`
  const ofActive = (column: SQLWrapper) => sql`(select ${column} from ${deployments}
    where ${deployments.user_id} = ${userId} and ${deployments.lab_id} = ${labs}.id and ${deployments.attempt_id} is null
    and ${deployments.test} is null and ${isActiveState} limit 1)`
  return db
    .select({
      id: labs.slug,
      title: labs.title,
      single: sql<boolean>`(${single} is not null)`,
      has_end: sql<boolean>`(${single} < 'infinity' or ${labAccess.access_ends_at} is not null)`,
      first_deployed_at: labAccess.first_deployed_at,
      access_ends_at: sql<Date | null>`nullif(${end}, 'infinity'::timestamptz)`.mapWith(labAccess.access_ends_at),
      resets_used: sql<number>`coalesce(${labAccess.resets_used}, 0)`,
      resets: labs.resets,
      downloads_used: sql<number>`coalesce(${labAccess.downloads_used}, 0)`,
      download_limit: sql<number>`coalesce(${labAccess.download_limit}, ${labs.download_limit})`,
      downloads: sql<number>`jsonb_array_length(${labs.downloads})`,
      state: sql<typeof deployments.$inferSelect.state | null>`${ofActive(deployments.state)}`,
      deployment_id: sql<string | null>`${ofActive(deployments.id)}`,
      version: sql<number>`coalesce(${labAccess.version}, 1)`,
    })
    .from(labs)
    .leftJoin(labAccess, and(eq(labAccess.lab_id, labs.id), eq(labAccess.user_id, userId)))
    .where(
      and(
        labId === undefined ? undefined : eq(labs.id, labId),
        sql`(${labAccess.user_id} is not null or ${single} is not null or exists (select 1 from ${deployments}
          where ${deployments.user_id} = ${userId} and ${deployments.lab_id} = ${labs}.id and ${deployments.test} is null))`,
      ),
    )
    .orderBy(asc(labs.title), asc(labs.slug))
}

export type LabOfUser = Awaited<ReturnType<typeof listLabsOfUser>>[number]
