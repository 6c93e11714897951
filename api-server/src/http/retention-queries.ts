import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../db/batch-sql.ts'
import { idempotencyKeys } from '../db/schema/index.ts'
import type { RetentionRule } from '../extension-points/retention.ts'

export const idempotencyRetention: readonly RetentionRule[] = [
  {
    name: 'idempotency-keys',
    what: 'Answers to requests that may be sent twice',
    days: 1,
    since: 'after the request',
    why: 'So that two clicks buy once.',
    tables: [idempotencyKeys],
    async prune({ db }, { days, limit }) {
      const old = isOlder(idempotencyKeys.created_at, days)
      const gone = await db
        .delete(idempotencyKeys)
        .where(inBatch(idempotencyKeys, old, limit))
        .returning({ gone: sql`1` })
      return gone.length
    },
  },
]
