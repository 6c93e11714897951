import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { freezeAccounts, freezes } from '../../db/schema/index.ts'
import type { RetentionRule } from '../../extension-points/retention.ts'

export const freezeRetention: readonly RetentionRule[] = [
  {
    name: 'freezes',
    what: 'That your account was frozen, and why',
    days: 730,
    since: 'after the freeze was lifted',
    why: 'To tell a habit from a mistake.',
    tables: [freezes, freezeAccounts],
    async prune({ db }, { days, limit }) {
      const gone = await db
        .delete(freezes)
        .where(inBatch(freezes, isOlder(freezes.lifted_at, days), limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
]
