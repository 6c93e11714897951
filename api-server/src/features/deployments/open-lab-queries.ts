import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, exams, labs } from '../../db/schema/index.ts'

/** Everything these accounts run or wait for. One cloud after the other, so that two who end much at once take turns. */
export async function listOpenLabs(tx: Db, userIds: string[]) {
  const rows = await tx
    .select({ deployment: deployments, lab: sql<string>`coalesce(${labs.slug}, '')`, exam: exams.slug })
    .from(deployments)
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .where(
      and(
        inArray(deployments.user_id, userIds),
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running', 'ending']),
      ),
    )
    .orderBy(asc(deployments.cloud), asc(deployments.id))
  return rows.map((row) => ({ ...row, user_id: row.deployment.user_id, state: row.deployment.state }))
}

/** In the same order. */
export const listDeployments = (tx: Db, ids: string[]) =>
  tx.select().from(deployments).where(inArray(deployments.id, ids)).orderBy(asc(deployments.cloud), asc(deployments.id))
