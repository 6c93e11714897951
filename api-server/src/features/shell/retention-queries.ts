import { eq, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { defenseAnswers, deployments, rehearsals, shellLog, shells } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const shellRetention: readonly RetentionRule[] = [
  {
    name: 'shells',
    what: 'The shell of a simulated lab: its files, its history',
    days: null,
    since: 'until the lab ends',
    why: 'So that you find it again while the lab runs.',
    tables: [shells],
  },
  {
    name: 'rehearsals',
    what: 'A rehearsal of a lab: all of it',
    days: null,
    since: 'until it ends, after 45 minutes at the latest',
    why: 'So that you can go on with it. Nothing of it is kept.',
    tables: [rehearsals],
  },
  {
    name: 'shell-log',
    what: 'What a simulated cloud wrote down of your commands',
    days: 30,
    since: 'after the lab ended',
    why: 'So that you can read it once the lab is solved.',
    tables: [shellLog],
    async prune({ db }, { days, limit }) {
      const ended = sql`exists (select 1 from ${deployments}
        where ${eq(deployments.id, shellLog.deployment_id)} and ${isOlder(deployments.ended_at, days)})`
      const gone = await db
        .delete(shellLog)
        .where(inBatch(shellLog, ended, limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
  {
    name: 'defense-answers',
    what: 'What you answered about the log of a lab',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'It is part of what you learned.',
    tables: [defenseAnswers],
  },
]
