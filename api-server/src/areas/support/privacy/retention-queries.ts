import { sql } from 'drizzle-orm'
import { inBatch } from '../../../db/batch-sql.ts'
import type { Retention } from '../../../db/retention.ts'
import type { RetentionRule } from '../../../extension-points/retention.ts'

/** Adds the code that deletes or empties what is expired. */
export function enforceRetention({ expiry, ...rule }: RetentionRule & Pick<Retention, 'expiry'>): RetentionRule {
  const [table] = rule.tables
  if (!expiry || !table) return rule
  const { isExpired, set } = expiry
  return {
    ...rule,
    async prune({ db }, { days, limit }) {
      const where = inBatch(table, isExpired(days), limit)
      const gone = { gone: sql`1` }
      const rows = set
        ? await db.update(table).set(set).where(where).returning(gone)
        : await db.delete(table).where(where).returning(gone)
      return rows.length
    },
  }
}
