import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { bulkItems, bulkJobs } from '../../db/schema/index.ts'
import type { RetentionRule } from '../../extension-points/retention.ts'

export const bulkRetention: readonly RetentionRule[] = [
  {
    name: 'bulk-items',
    what: 'Which accounts we changed in bulk, and what came of each',
    days: 90,
    since: 'after the change',
    why: 'So that we can look into what failed.',
    tables: [bulkItems],
    async prune({ db }, { days, limit }) {
      const old = sql`exists (select 1 from ${bulkJobs}
        where ${bulkJobs.id} = ${bulkItems.job_id} and ${isOlder(bulkJobs.finished_at, days)})`
      return (
        await db
          .delete(bulkItems)
          .where(inBatch(bulkItems, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
  {
    name: 'bulk-jobs',
    what: 'That we changed accounts in bulk',
    days: 365,
    since: 'after the change',
    why: 'To see what was done.',
    tables: [bulkJobs],
    async prune({ db }, { days, limit }) {
      const old = isOlder(bulkJobs.finished_at, days)
      return (
        await db
          .delete(bulkJobs)
          .where(inBatch(bulkJobs, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
]
