import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { type AttemptState, examAttempts, flagSolves, flags } from '../../../db/schema/index.ts'
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

/** Results by number of the attempt: the first, the second and so on. */
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

/** Points of final results, and how often each was reached. */
export function listPointCounts(db: Db, examId: string, span: OpenSpan) {
  const points = sql<number>`${examAttempts.points} + ${examAttempts.extra_points}`
  return db
    .select({ points, count: sql<number>`count(*)::int` })
    .from(examAttempts)
    .where(and(inSpan(examId, span), inArray(examAttempts.state, ['passed', 'failed'])))
    .groupBy(points)
}

/** How often each flag was solved, and by which minute half of those who solved it had. Archived ones stand where somebody solved them. */
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
