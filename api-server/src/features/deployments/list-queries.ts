import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { Db } from '../../db/open.ts'
import { type CloudName, cloudAccounts, type DeploymentState, deployments, labs, users } from '../../db/schema/index.ts'
import type { ListQuery } from '../../http/list-query.ts'

export interface DeploymentFilter {
  id?: string[]
  state?: DeploymentState | DeploymentState[] | undefined
  cloud?: CloudName | undefined
  username?: string | undefined
  lab?: string | undefined
  account_id?: string | undefined
}
export const deploymentSorts = ['created_at'] as const

/** Deployments of all learners, the newest first unless asked otherwise. */
export async function listDeployments(
  db: Db,
  { filter, sort, from, limit }: ListQuery<DeploymentFilter, (typeof deploymentSorts)[number]>,
) {
  const states = typeof filter.state === 'string' ? [filter.state] : filter.state
  const userIds = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, filter.username ?? ''))
  const labIds = db
    .select({ id: labs.id })
    .from(labs)
    .where(eq(labs.slug, filter.lab ?? ''))
  const accountIds = db
    .select({ id: cloudAccounts.id })
    .from(cloudAccounts)
    .where(eq(cloudAccounts.account_id, filter.account_id ?? ''))
  const where = and(
    filter.id && inArray(sql`${deployments.id}::text`, filter.id),
    states && inArray(deployments.state, states),
    filter.cloud && eq(deployments.cloud, filter.cloud),
    filter.username === undefined ? undefined : inArray(deployments.user_id, userIds),
    filter.lab === undefined ? undefined : inArray(deployments.lab_id, labIds),
    filter.account_id === undefined ? undefined : inArray(deployments.cloud_account_id, accountIds),
  )
  const order = sort.descending ? desc : asc
  const data = await db
    .select({
      id: deployments.id,
      state: deployments.state,
      reason: deployments.reason,
      lab: sql<string>`coalesce(${labs.slug}, '')`,
      username: users.username,
      cloud: deployments.cloud,
      account_id: cloudAccounts.account_id,
      created_at: deployments.created_at,
      ends_at: deployments.ends_at,
      ended_at: deployments.ended_at,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(where)
    .orderBy(order(deployments.created_at), order(deployments.id))
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, deployments, where)), from }
}
