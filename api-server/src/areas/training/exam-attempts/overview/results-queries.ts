import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { type AttemptState, examAttempts, flagSolves, flags } from '../../../../db/schema/index.ts'
import type { OpenSpan } from '../booking/span-of-days.ts'

const inSpan = (examId: string, { from, until }: OpenSpan) =>
  and(
    eq(examAttempts.exam_id, examId),
    isNotNull(examAttempts.scheduled_at),
    from ? gte(examAttempts.scheduled_at, from) : undefined,
    until ? lt(examAttempts.scheduled_at, until) : undefined,
  )

const countOf = (...states: AttemptState[]) =>
  sql<number>`count(*) filter (where ${inArray(examAttempts.state, states)})::int`

/** Results by attempt number. */
export const listAttemptCounts = (db: Db, examId: string, span: OpenSpan) =>
  db
    .select({
      number: examAttempts.number,
      passed: countOf('passed'),
      failed: countOf('failed'),
      no_show: countOf('no_show'),
      open: countOf('purchased', 'scheduled', 'preparing', 'active', 'provisional'),
      other: countOf('disqualified', 'void'),
      sat: sql<number>`count(${examAttempts.started_at})::int`,
    })
    .from(examAttempts)
    .where(inSpan(examId, span))
    .groupBy(examAttempts.number)
    .orderBy(asc(examAttempts.number))

/** Points of final results, with the number of attempts for each. */
export function listPointCounts(db: Db, examId: string, span: OpenSpan) {
  const points = sql<number>`${examAttempts.points} + ${examAttempts.extra_points}`
  return db
    .select({ points, count: sql<number>`count(*)::int` })
    .from(examAttempts)
    .where(and(inSpan(examId, span), inArray(examAttempts.state, ['passed', 'failed'])))
    .groupBy(points)
}

/** Number of solves of each flag, and the median minute at which it was solved. Includes archived flags that were solved. */
export const listFlagCounts = (db: Db, examId: string, span: OpenSpan) =>
  db
    .select({
      id: flags.id,
      title: flags.title,
      points: flags.points,
      solved: sql<number>`count(${examAttempts.id})::int`,
      median_minute: sql<number | null>`round(percentile_cont(0.5) within group (order by
        extract(epoch from ${flagSolves.solved_at} - ${examAttempts.started_at}) / 60)
        filter (where ${examAttempts.id} is not null))::int`,
    })
    .from(flags)
    .leftJoin(flagSolves, eq(flagSolves.flag_id, flags.id))
    .leftJoin(
      examAttempts,
      and(eq(examAttempts.id, flagSolves.attempt_id), inSpan(examId, span), isNotNull(examAttempts.started_at)),
    )
    .where(eq(flags.exam_id, examId))
    .groupBy(flags.id)
    .having(sql`${flags.archived_at} is null or count(${examAttempts.id}) > 0`)
    .orderBy(asc(flags.position), asc(flags.id))
