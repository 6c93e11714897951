import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { flagAlerts, flagHints, flagSolves, flagTries, plantedFlags } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'
import { FINDABLE_DAYS } from './planted-queries.ts'

export const flagRetention: readonly RetentionRule[] = [
  {
    name: 'flag-solves',
    what: 'Flags you solved, and hints you took',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'They are your points.',
    tables: [flagSolves, flagHints],
  },
  {
    name: 'flag-tries',
    what: 'Flags you handed in, right or wrong',
    days: 365,
    since: 'after you handed them in',
    why: 'To answer questions about a result.',
    tables: [flagTries],
    async prune({ db }, { days, limit }) {
      const old = isOlder(flagTries.at, days)
      return (
        await db
          .delete(flagTries)
          .where(inBatch(flagTries, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
  {
    name: 'flag-alerts',
    what: 'Reports of a flag that was somebody else’s',
    days: 730,
    since: 'after they were settled',
    why: 'To tell a habit from a mistake.',
    tables: [flagAlerts],
    async prune({ db }, { days, limit }) {
      const old = isOlder(flagAlerts.resolved_at, days)
      return (
        await db
          .delete(flagAlerts)
          .where(inBatch(flagAlerts, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
  {
    name: 'planted-flags',
    what: 'By what a flag of yours is recognised when somebody else hands it in',
    days: FINDABLE_DAYS,
    since: 'after it was planted',
    why: 'To find out when flags are passed on.',
    tables: [plantedFlags],
    async prune({ db }, { days, limit }) {
      const old = isOlder(plantedFlags.planted_at, days)
      return (
        await db
          .delete(plantedFlags)
          .where(inBatch(plantedFlags, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
]
