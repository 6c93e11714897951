import { and, eq, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { lessonReports } from '../../db/schema/index.ts'
import type { RetentionRule } from '../../extension-points/retention.ts'

export const lessonReportRetention: readonly RetentionRule[] = [
  {
    name: 'lesson-reports',
    what: 'Errors in lessons that you reported, and our answers',
    days: 730,
    since: 'after they were closed',
    why: 'To tell why a lesson was changed.',
    tables: [lessonReports],
    async prune({ db }, { days, limit }) {
      const old = and(eq(lessonReports.state, 'closed'), isOlder(lessonReports.decided_at, days))
      return (
        await db
          .delete(lessonReports)
          .where(inBatch(lessonReports, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
]
