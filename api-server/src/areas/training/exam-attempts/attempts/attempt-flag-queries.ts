import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examLedger, flagSolves, flags, flagTries, type RunFlag } from '../../../../db/schema/index.ts'
import { type Booked, findExamSnapshot } from '../../../catalogue/exams/service.ts'
import { toRunFlag } from '../../../catalogue/flags/run-flag.ts'

export interface AttemptFlag extends RunFlag {
  solved_at: Date | null
  solved_points: number | null
  credited_at: Date | null
  wrong_tries: number
}

/**
 * Flags of an attempt, in order, with the progress on each. They come from the snapshot of the booking. Building, grading and display must all use
 * this function. The rows contain secrets.
 */
export async function listFlagsOfAttempt(db: Db, attempt: Booked & { id: string }): Promise<AttemptFlag[]> {
  const solved = await listSolves(db, attempt.id)
  const credited = await listCredits(db, attempt.id)
  const wrong = await countWrongTries(db, attempt.id)
  const snapshot = await findExamSnapshot(db, attempt.snapshot_id)
  const kept = snapshot?.flags ?? (await listPresentFlags(db, attempt))
  return kept.map((flag) => ({
    ...flag,
    solved_at: solved.get(flag.id)?.solved_at ?? null,
    solved_points: solved.get(flag.id)?.points ?? null,
    credited_at: credited.get(flag.id) ?? null,
    wrong_tries: wrong.get(flag.id) ?? 0,
  }))
}

async function listSolves(db: Db, attemptId: string) {
  const rows = await db
    .select({ flag_id: flagSolves.flag_id, solved_at: flagSolves.solved_at, points: flagSolves.points })
    .from(flagSolves)
    .where(eq(flagSolves.attempt_id, attemptId))
  return new Map(rows.map((row) => [row.flag_id, row]))
}

/** Times at which the points of broken flags were credited. */
async function listCredits(db: Db, attemptId: string) {
  const rows = await db
    .select({ flag_id: examLedger.flag_id, from_at: examLedger.from_at })
    .from(examLedger)
    .where(and(eq(examLedger.attempt_id, attemptId), isNotNull(examLedger.flag_id)))
  return new Map(rows.map((row) => [row.flag_id, row.from_at]))
}

async function countWrongTries(db: Db, attemptId: string) {
  const rows = await db
    .select({ flag_id: flagTries.flag_id, count: sql<number>`count(*)::int` })
    .from(flagTries)
    .where(and(eq(flagTries.attempt_id, attemptId), eq(flagTries.correct, false), eq(flagTries.late, false)))
    .groupBy(flagTries.flag_id)
  return new Map(rows.map((row) => [row.flag_id, row.count]))
}

/** Current flags, for an attempt whose booking has no snapshot. Includes archived flags that were solved in it. */
async function listPresentFlags(db: Db, { id, exam_id }: Booked & { id: string }): Promise<RunFlag[]> {
  const solved = sql`exists (select from ${flagSolves} where ${flagSolves.flag_id} = ${flags.id} and ${flagSolves.attempt_id} = ${id})`
  const rows = await db
    .select()
    .from(flags)
    .where(and(eq(flags.exam_id, exam_id), or(isNull(flags.archived_at), solved)))
    .orderBy(asc(flags.position), asc(flags.id))
  return rows.map(toRunFlag)
}
