import { sql } from 'drizzle-orm'
import { deploymentInventories, deployments } from '../../../db/schema/index.ts'

/** Owners of running labs and exams that exceed their limits: one row per deployment. */
export const overLimits = sql`select ${deployments.user_id} as user_id from ${deploymentInventories}
  join ${deployments} on ${deployments.id} = ${deploymentInventories.deployment_id}
  where ${deploymentInventories.over_since} is not null and ${deployments.state} = 'running'`
