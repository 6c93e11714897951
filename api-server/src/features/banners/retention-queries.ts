import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { banners } from '../../db/schema/index.ts'
import type { RetentionRule } from '../../extension-points/retention.ts'

export const bannerRetention: readonly RetentionRule[] = [
  {
    name: 'removed-banners',
    what: 'Announcements that we removed',
    days: 30,
    since: 'after they were removed',
    why: 'So that one that was removed by mistake can be brought back.',
    tables: [banners],
    async prune({ db }, { days, limit }) {
      const old = isOlder(banners.removed_at, days)
      return (
        await db
          .delete(banners)
          .where(inBatch(banners, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
]
