import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { flagSolves, flagTries } from '../../../../db/schema/index.ts'
import { type AttemptRow, listFlagsOfAttempt } from '../attempts/attempt-queries.ts'

/** Flags of an attempt with solve times and the number of tries during the attempt. */
export async function listFlagRecords(db: Db, attempt: AttemptRow) {
  const flags = await listFlagsOfAttempt(db, attempt)
  const tries = new Map((await countTries(db, attempt.id)).map((row) => [row.flag_id, row]))
  return flags.map(({ id, title, points, solved_at, solved_points, credited_at }) => {
    const { count = 0, wrong_before = 0, last_try_at = null } = tries.get(id) ?? {}
    return { title, points, solved_at, solved_points, credited_at, tries: count, wrong_before, last_try_at }
  })
}

const countTries = (db: Db, attemptId: string) =>
  db
    .select({
      flag_id: flagTries.flag_id,
      count: sql<number>`count(*)::int`,
      wrong_before: sql<number>`(count(*) filter (where not ${flagTries.correct} and ${flagTries.at} <= ${flagSolves.solved_at}))::int`,
      last_try_at: sql<Date | null>`max(${flagTries.at})`.mapWith(flagTries.at),
    })
    .from(flagTries)
    .leftJoin(
      flagSolves,
      and(eq(flagSolves.flag_id, flagTries.flag_id), eq(flagSolves.attempt_id, flagTries.attempt_id)),
    )
    .where(and(eq(flagTries.attempt_id, attemptId), eq(flagTries.late, false)))
    .groupBy(flagTries.flag_id)
