import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../db/batch-sql.ts'
import { rateLimits } from '../db/schema/index.ts'
import type { RetentionRule } from '../extension-points/retention.ts'

export const attemptRetention: readonly RetentionRule[] = [
  {
    name: 'attempts',
    what: 'Counts of attempts, by account or network address',
    days: 1,
    since: 'after the count ends',
    why: 'To stop whoever guesses passwords and flags.',
    tables: [rateLimits],
    async prune({ db }, { days, limit }) {
      const over = isOlder(rateLimits.resets_at, days)
      return (
        await db
          .delete(rateLimits)
          .where(inBatch(rateLimits, over, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
]
