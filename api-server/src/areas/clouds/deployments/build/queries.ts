import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { deployments } from '../../../../db/schema/index.ts'
import type { DeploymentRow } from '../queries.ts'

/** Latest pre-flight of an attempt, and its age in minutes by the database clock. */
export async function findLatestPreflight(
  db: Db,
  attemptId: string,
): Promise<{ deployment: DeploymentRow; minutes_ago: number } | undefined> {
  const [row] = await db
    .select({
      deployment: deployments,
      minutes_ago: sql<number>`(extract(epoch from now() - ${deployments.created_at}) / 60)::float8`,
    })
    .from(deployments)
    .where(eq(deployments.preflight_of, attemptId))
    .orderBy(desc(deployments.created_at))
    .limit(1)
  return row
}

export const listOverduePreflights = (db: Db) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .where(
      and(
        isNotNull(deployments.preflight_of),
        inArray(deployments.state, ['provisioning']),
        sql`${deployments.created_at} < now() - make_interval(mins => ${PREFLIGHT_MINUTES}::int)`,
      ),
    )
    .limit(200)

/** Environments that ran and whose flags are not marked yet; oldest first. */
export const listUnregistered = (db: Db, limit = 500): Promise<DeploymentRow[]> =>
  db
    .select()
    .from(deployments)
    .where(and(sql`${deployments.running_at} > now() - interval '90 days'`, isNull(deployments.flags_marked_at)))
    .orderBy(asc(deployments.running_at))
    .limit(limit)

export async function setFlagsRegistered(tx: Db, id: string): Promise<void> {
  await tx.update(deployments).set({ flags_marked_at: sql`now()` }).where(eq(deployments.id, id))
}

/** Maximum duration of a pre-flight environment, in minutes. */
const PREFLIGHT_MINUTES = 10
