import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { canaryRuns } from '../../db/schema/index.ts'
import type { RetentionRule } from '../../extension-points/retention.ts'

export const canaryRetention: readonly RetentionRule[] = [
  {
    name: 'canary-runs',
    what: 'When our own program tried a lab or an exam, and what came of it; they name nobody',
    days: 365,
    since: 'after they ended',
    why: 'To see whether labs and exams have become less reliable.',
    tables: [canaryRuns],
    async prune({ db }, { days, limit }) {
      const gone = await db
        .delete(canaryRuns)
        .where(inBatch(canaryRuns, isOlder(canaryRuns.ended_at, days), limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
]
