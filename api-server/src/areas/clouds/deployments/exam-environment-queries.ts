import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { cloudAccounts, deploymentInventories, deployments } from '../../../db/schema/index.ts'
import { failedBuilds } from './failed-builds-sql.ts'

/** Newest environment of an attempt, and the number of failed builds since one last ran. */
export async function findExamEnvironment(db: Db, attemptId: string) {
  const [row] = await db
    .select({
      deployment: deployments,
      account: { account_id: cloudAccounts.account_id, region: cloudAccounts.region },
      inventory: deploymentInventories,
      failed_builds: failedBuilds(sql`${attemptId}::uuid`),
    })
    .from(deployments)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .leftJoin(deploymentInventories, eq(deploymentInventories.deployment_id, deployments.id))
    .where(eq(deployments.attempt_id, attemptId))
    .orderBy(desc(deployments.created_at), desc(deployments.queued_at))
    .limit(1)
  return row
}
