import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { webhookDeliveries } from '../../db/schema/index.ts'
import type { RetentionRule } from '../../extension-points/retention.ts'

export const webhookRetention: readonly RetentionRule[] = [
  {
    name: 'webhook-deliveries',
    what: 'What other systems of ours were told of orders, seats, courses and certificates; they name nobody',
    days: 30,
    since: 'after it happened',
    why: 'So that we can send again what did not arrive.',
    tables: [webhookDeliveries],
    async prune({ db }, { days, limit }) {
      const gone = await db
        .delete(webhookDeliveries)
        .where(inBatch(webhookDeliveries, isOlder(webhookDeliveries.created_at, days), limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
]
