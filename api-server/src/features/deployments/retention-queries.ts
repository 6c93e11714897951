import { and, eq, isNotNull, not, or, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import {
  accountBookings,
  cloudAccounts,
  deploymentEvents,
  deploymentInventories,
  deployments,
  groupMembers,
  groupReservations,
  poolDrifts,
  terraformEnvironments,
  terraformStates,
} from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

const hasOutputs = or(
  sql`${deployments.stages} @? '$[*].log[0]'`,
  sql`${deployments.outputs} <> '{}'::jsonb`,
  isNotNull(deployments.console_url),
  isNotNull(deployments.credentials_sealed),
)

export const deploymentRetention: readonly RetentionRule[] = [
  {
    name: 'deployments',
    what: 'Labs you ran: which, when, and how they ended',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'They are part of what you learned.',
    tables: [deployments, accountBookings, deploymentInventories],
  },
  {
    name: 'group-reservations',
    what: 'That accounts were kept for a group of yours',
    days: 365,
    since: 'after its end',
    why: 'To plan the next one.',
    tables: [groupReservations, groupMembers],
    async prune({ db }, { days, limit }) {
      const old = isOlder(groupReservations.until_at, days)
      const gone = await db
        .delete(groupReservations)
        .where(inBatch(groupReservations, old, limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
  {
    name: 'pool-drifts',
    what: 'What was found wrong in an account that labs use',
    days: 365,
    since: 'after it was found',
    why: 'To find the cause of what goes wrong again.',
    tables: [poolDrifts],
    async prune({ db }, { days, limit }) {
      const gone = await db
        .delete(poolDrifts)
        .where(inBatch(poolDrifts, isOlder(poolDrifts.at, days), limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
  {
    name: 'terraform-states',
    what: 'What Terraform recorded of a lab whose cloud account was retired before it was emptied',
    days: 90,
    since: 'after the account was retired',
    why: 'To take down what stands there, should the account come back. What is recorded otherwise goes when its account is emptied.',
    tables: [terraformEnvironments, terraformStates],
    async prune({ db }, { days, limit }) {
      const accounts = and(
        eq(cloudAccounts.cloud, terraformEnvironments.cloud),
        eq(cloudAccounts.account_id, terraformEnvironments.account_id),
      )
      const kept = sql`exists (select 1 from ${cloudAccounts} where ${accounts}
        and (${cloudAccounts.retired_at} is null or not ${isOlder(cloudAccounts.retired_at, days)}))`
      const gone = await db
        .delete(terraformEnvironments)
        .where(inBatch(terraformEnvironments, and(isOlder(terraformEnvironments.created_at, days), not(kept)), limit))
        .returning({ id: terraformEnvironments.deployment_id })
      return gone.length
    },
  },
  {
    name: 'deployment-events',
    what: 'Messages from a lab to its page',
    days: 30,
    since: 'after the lab ended',
    why: 'So that a page that lost its connection can catch up.',
    tables: [deploymentEvents],
    async prune({ db }, { days, limit }) {
      const ended = sql`exists (select 1 from ${deployments}
        where ${deployments.id} = ${deploymentEvents.deployment_id} and ${isOlder(deployments.ended_at, days)})`
      const old = and(isOlder(deploymentEvents.at, days), ended)
      const gone = await db
        .delete(deploymentEvents)
        .where(inBatch(deploymentEvents, old, limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
  {
    name: 'deployment-outputs',
    what: 'A lab’s logs, outputs and credentials',
    days: 90,
    since: 'after the lab ended',
    why: 'To help when a lab did not work.',
    tables: [deployments],
    async prune({ db }, { days, limit }) {
      const old = and(eq(deployments.state, 'ended'), isOlder(deployments.ended_at, days), hasOutputs)
      const emptied = await db
        .update(deployments)
        .set({
          stages: sql`(select coalesce(jsonb_agg(one || '{"log": []}' order by at), '[]')
            from jsonb_array_elements(${deployments.stages}) with ordinality stages(one, at))`,
          outputs: {},
          console_url: null,
          credentials_sealed: null,
        })
        .where(inBatch(deployments, old, limit))
        .returning({ id: deployments.id })
      return emptied.length
    },
  },
]
