import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, labs } from '../../db/schema/index.ts'

/** Everything these accounts run or wait for. One cloud after the other, so that two who end much at once take turns. */
export async function listOpenLabs(tx: Db, userIds: string[]) {
  const rows = await tx
    .select({ deployment: deployments, lab: sql<string>`coalesce(${labs.slug}, '')` })
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .where(
      and(
        inArray(deployments.user_id, userIds),
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running', 'ending']),
      ),
    )
    .orderBy(asc(deployments.cloud), asc(deployments.id))
  return rows.map(({ deployment, lab }) => ({ deployment, lab, user_id: deployment.user_id, state: deployment.state }))
}
