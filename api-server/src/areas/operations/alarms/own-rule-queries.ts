import { consolePaths } from '@flagyard/api-types/console-links'
import { sql } from 'drizzle-orm'
import { alarmDeliveries } from '../../../db/schema/index.ts'
import type { AlarmRule } from '../../../extension-points/alarm-rule.ts'

const jobsDead: AlarmRule = {
  kind: 'jobs_dead',
  level: 'warning',
  grows: true,
  async find(tx, { queue }) {
    const count = await queue.countDeadLetters(tx)
    if (count === 0) return []
    return [
      {
        subject: 'all',
        count,
        sentence: `${count === 1 ? '1 background job' : `${count > 10_000 ? 'More than 10,000' : count} background jobs`} failed after all retries`,
        links: [{ label: 'Show jobs', to: consolePaths.deadJobs }],
      },
    ]
  },
}

/** Failed attempts after which a webhook delivery counts as rejected. */
const TRIES = 3

/** A delivery has failed repeatedly and nothing has been delivered since. Notified by mail, because the webhook would not receive it. */
const webhookFailing: AlarmRule = {
  kind: 'webhook_failing',
  level: 'warning',
  async find(tx) {
    const [row] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(alarmDeliveries)
      .where(
        sql`${alarmDeliveries.state} <> 'sent' and ${alarmDeliveries.attempts} >= ${TRIES} and ${alarmDeliveries.created_at} > now() - interval '1 day'
          and ${alarmDeliveries.created_at} > coalesce((select max(s.sent_at) from ${alarmDeliveries} s where s.sent_at is not null), '-infinity')`,
      )
    if (!row?.count) return []
    return [
      {
        subject: 'all',
        count: row.count,
        sentence: 'The alarm webhook rejects deliveries',
        links: [{ label: 'Show webhook', to: consolePaths.alarmSettings }],
      },
    ]
  },
}

export const ownAlarms: readonly AlarmRule[] = [jobsDead, webhookFailing]
