import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { spanOfDays } from '../booking/slot.ts'
import * as queries from './results-queries.ts'
import { listHints } from './results-queries.ts'

export async function readExamResults(
  db: Db,
  slug: string,
  days: Output<'examSpanQuery'>,
): Promise<Accepted<'examResults'>> {
  const exam = await findExam(db, { slug })
  const span = spanOfDays(days)
  const attempts = await queries.listAttemptCounts(db, exam.id, span)
  const reached = await queries.listPointCounts(db, exam.id, span)
  const total = { passed: 0, failed: 0, no_show: 0, open: 0, other: 0, sat: 0 }
  for (const row of attempts)
    for (const key of ['passed', 'failed', 'no_show', 'open', 'other', 'sat'] as const) total[key] += row[key]
  return {
    from_at: span.from,
    until_at: span.until,
    ...total,
    decided: total.passed + total.failed,
    passing_points: exam.passing_points,
    points: inSteps(reached),
    flags: await queries.listFlagCounts(db, exam.id, span),
    attempts: attempts.map(({ sat: _, ...row }) => row),
  }
}

/** Hints of possible collaboration; newest first. */
export async function listExamHints(db: Db, slug: string, days: Output<'examSpanQuery'>) {
  const exam = await findExam(db, { slug })
  return listHints(db, exam.id, spanOfDays(days))
}

/** Maximum number of bars in the distribution of points. */
const MAX_STEPS = 12

/** Groups points in steps of five, ten and so on, with at most `MAX_STEPS` groups. */
function inSteps(reached: { points: number; count: number }[]): Accepted<'examResults'>['points'] {
  const most = Math.max(0, ...reached.map(({ points }) => points))
  if (reached.length === 0) return []
  const size = 5 * Math.ceil((most + 1) / (5 * MAX_STEPS))
  return Array.from({ length: Math.floor(most / size) + 1 }, (_, index) => {
    const from = index * size
    const to = from + size - 1
    const within = reached.filter(({ points }) => points >= from && points <= to)
    return { from, to, count: within.reduce((sum, { count }) => sum + count, 0) }
  })
}
