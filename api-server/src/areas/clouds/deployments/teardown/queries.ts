import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { deployments, exams, labs } from '../../../../db/schema/index.ts'

/** All queued and running deployments of these accounts, ordered by cloud, so that concurrent bulk ends lock the pools in the same order. */
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

/** Ordered like `listOpenLabs`. */
export const listDeployments = (tx: Db, ids: string[]) =>
  tx.select().from(deployments).where(inArray(deployments.id, ids)).orderBy(asc(deployments.cloud), asc(deployments.id))
