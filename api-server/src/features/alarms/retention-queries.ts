import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { alarmDeliveries, alarmEvents, alarmRoster, alarms } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const alarmRetention: readonly RetentionRule[] = [
  {
    name: 'alarms',
    what: 'What was wrong with our servers, and which of our administrators saw to it',
    days: 365,
    since: 'after it ended',
    why: 'To learn from it.',
    tables: [alarms, alarmEvents],
    async prune({ db }, { days, limit }) {
      const gone = await db
        .delete(alarms)
        .where(inBatch(alarms, isOlder(alarms.ended_at, days), limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
  {
    name: 'alarm-deliveries',
    what: 'Which alarms were sent to another system of ours; they name nobody',
    days: 30,
    since: 'after they were sent',
    why: 'So that we can look into what failed.',
    tables: [alarmDeliveries],
    async prune({ db }, { days, limit }) {
      const gone = await db
        .delete(alarmDeliveries)
        .where(inBatch(alarmDeliveries, isOlder(alarmDeliveries.created_at, days), limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
  {
    name: 'alarm-roster',
    what: 'Which of our administrators are called, and at which hours',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'So that somebody sees to what is wrong.',
    tables: [alarmRoster],
  },
]
