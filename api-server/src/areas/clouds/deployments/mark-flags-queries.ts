import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deployments } from '../../../db/schema/index.ts'
import type { DeploymentRow } from './queries.ts'

/** Environments that ran and whose flags are not marked yet; oldest first. */
export const listUnmarked = (db: Db, limit = 500): Promise<DeploymentRow[]> =>
  db
    .select()
    .from(deployments)
    .where(and(sql`${deployments.running_at} > now() - interval '90 days'`, isNull(deployments.flags_marked_at)))
    .orderBy(asc(deployments.running_at))
    .limit(limit)

export async function setMarked(tx: Db, id: string): Promise<void> {
  await tx.update(deployments).set({ flags_marked_at: sql`now()` }).where(eq(deployments.id, id))
}
