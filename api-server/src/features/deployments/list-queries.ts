import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../db/list-source.ts'
import { cloudAccounts, deployments, labs, users } from '../../db/schema/index.ts'

/** Deployments of all learners. */
export const deploymentSource = {
  table: deployments,
  id: sql`${deployments.id}::text`,
  where: matching,
  keys: { created_at: [sql`${deployments.created_at}`, sql`${deployments.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: deployments.id,
        state: deployments.state,
        reason: deployments.reason,
        lab: sql<string>`coalesce(${labs.slug}, '')`,
        username: users.username,
        test: sql<boolean>`(${deployments.test} is not null)`,
        cloud: deployments.cloud,
        account_id: cloudAccounts.account_id,
        created_at: deployments.created_at,
        ends_at: deployments.ends_at,
        ended_at: deployments.ended_at,
        ...cursor,
      })
      .from(deployments)
      .innerJoin(users, eq(users.id, deployments.user_id))
      .leftJoin(labs, eq(labs.id, deployments.lab_id))
      .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listDeployments'>

function matching(filter: Output<'deploymentFilter'>): SQL | undefined {
  const states = typeof filter.state === 'string' ? [filter.state] : filter.state
  const userId = sql`(select u.id from ${users} u where u.username = ${filter.username ?? ''})`
  const labId = sql`(select l.id from ${labs} l where l.slug = ${filter.lab ?? ''})`
  const accountIds = sql`(select a.id from ${cloudAccounts} a where a.account_id = ${filter.account_id ?? ''})`
  return and(
    filter.id && isAmongUuids(deployments.id, filter.id),
    states && inArray(deployments.state, states),
    filter.test === undefined ? undefined : filter.test ? isNotNull(deployments.test) : isNull(deployments.test),
    filter.cloud && eq(deployments.cloud, filter.cloud),
    filter.username === undefined ? undefined : sql`${deployments.user_id} = ${userId}`,
    filter.lab === undefined ? undefined : sql`${deployments.lab_id} = ${labId}`,
    filter.account_id === undefined ? undefined : inArray(deployments.cloud_account_id, accountIds),
  )
}
