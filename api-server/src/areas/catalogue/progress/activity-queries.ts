import { and, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { flagSolves, lessonProgress } from '../../../db/schema/index.ts'

/** What the learner finished since a moment, including exam flags, in quarter hours. Midnight falls on a quarter hour in every time zone. */
export function listActiveQuarters(db: Db, userId: string, since: Date) {
  const finished = db
    .select({ at: sql<Date>`${lessonProgress.completed_at}`.as('at'), flags: sql<number>`0`.as('flags') })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.user_id, userId), gte(lessonProgress.completed_at, since)))
    .unionAll(
      db
        .select({ at: sql<Date>`${flagSolves.solved_at}`.as('at'), flags: sql<number>`1`.as('flags') })
        .from(flagSolves)
        .where(and(eq(flagSolves.user_id, userId), gte(flagSolves.solved_at, since))),
    )
    .as('finished')
  const quarter = sql`date_bin('15 minutes', ${finished.at}, 'epoch')`
  return db
    .select({
      at: sql<string>`to_char(${quarter} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      lessons: sql<number>`count(*) filter (where ${finished.flags} = 0)::int`,
      flags: sql<number>`count(*) filter (where ${finished.flags} = 1)::int`,
    })
    .from(finished)
    .groupBy(quarter)
}
