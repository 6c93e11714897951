import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { courseProgress, lessonProgress, watchClocks } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const classroomRetention: readonly RetentionRule[] = [
  {
    name: 'progress',
    what: 'Your progress in courses and what you watched',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'So that you can go on where you were.',
    tables: [lessonProgress, courseProgress],
  },
  {
    name: 'watch-clocks',
    what: 'When your player last reported what you watched',
    days: 1,
    since: 'after the report',
    why: 'It measures the time to the next report.',
    tables: [watchClocks],
    async prune({ db }, { days, limit }) {
      const old = isOlder(watchClocks.last_at, days)
      return (
        await db
          .delete(watchClocks)
          .where(inBatch(watchClocks, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
]
