import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { accountBookings, deploymentEvents, deploymentInventories, deployments } from '../../db/schema/index.ts'
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
