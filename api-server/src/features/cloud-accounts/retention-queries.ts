import { and, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { cloudAccountTransitions, nukeReceipts, regionOutages, simulatedHistory } from '../../db/schema/index.ts'
import type { RetentionRule } from '../../extension-points/retention.ts'

/** The newest receipt of each account is retained, because it documents the current state. */
export const cloudAccountRetention: readonly RetentionRule[] = [
  {
    name: 'nuke-receipts',
    what: 'What was cleaned out of a cloud account after a lab',
    days: 730,
    since: 'after the cleaning; the latest stays',
    why: 'To show that nothing of one learner reaches the next.',
    tables: [nukeReceipts],
    async prune({ db }, { days, limit }) {
      const newer = sql`exists (select 1 from ${nukeReceipts} newer
        where newer.cloud_account_id = ${nukeReceipts.cloud_account_id} and newer.at > ${nukeReceipts.at})`
      const old = and(isOlder(nukeReceipts.at, days), newer)
      return (
        await db
          .delete(nukeReceipts)
          .where(inBatch(nukeReceipts, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
  {
    name: 'simulated-history',
    what: 'Names of resources that were removed from a simulated account',
    days: 90,
    since: 'after they were removed',
    why: 'A real cloud keeps such histories: to try that nobody reads those of others.',
    tables: [simulatedHistory],
    async prune({ db }, { days, limit }) {
      const gone = await db
        .delete(simulatedHistory)
        .where(inBatch(simulatedHistory, isOlder(simulatedHistory.at, days), limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
  {
    name: 'region-outages',
    what: 'That a region of a cloud was out of use',
    days: 730,
    since: 'after it was over',
    why: 'To look into what happened to a lab.',
    tables: [regionOutages],
    async prune({ db }, { days, limit }) {
      const gone = await db
        .delete(regionOutages)
        .where(inBatch(regionOutages, isOlder(regionOutages.ended_at, days), limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
  {
    name: 'cloud-account-transitions',
    what: 'The history of a cloud account that labs use',
    days: 730,
    since: 'after each change; the latest stays',
    why: 'To look into what happened to a lab.',
    tables: [cloudAccountTransitions],
    async prune({ db }, { days, limit }) {
      const newer = sql`exists (select 1 from ${cloudAccountTransitions} newer
        where newer.cloud_account_id = ${cloudAccountTransitions.cloud_account_id} and newer.id > ${cloudAccountTransitions.id})`
      const old = and(isOlder(cloudAccountTransitions.at, days), newer)
      const gone = await db
        .delete(cloudAccountTransitions)
        .where(inBatch(cloudAccountTransitions, old, limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
]
