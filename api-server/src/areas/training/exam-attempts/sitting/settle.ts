import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Tx } from '../../../../db/open.ts'
import { findExamById } from '../../../catalogue/exams/service.ts'
import { type AttemptRow, lockAttempt, type NewRow, updateAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { passOrFail, type Score } from '../attempts/result.ts'
import { findScore } from '../attempts/score-queries.ts'
import { applyChange } from '../attempts/write-change.ts'
import { followPass, type PassingDeps } from './pass.ts'

/** A ledger row that adds or subtracts points. */
export type PointsRow = NewRow & { kind: 'regrade' | 'extra_points'; points: number }

/** States in which the points are stored with the result. In other states they are summed at the end. */
const ENDED = new Set<AttemptRow['state']>(['provisional', 'passed', 'failed', 'no_show'])

/** Current score of an attempt. */
export async function standingOf(tx: Tx, attempt: AttemptRow): Promise<Score> {
  const counted = await findScore(tx, attempt.id)
  const { points, extra_points } = ENDED.has(attempt.state) ? attempt : counted
  const passing_points = attempt.terms?.passing_points ?? (await findExamById(tx, attempt.exam_id)).passing_points
  return { ...counted, points, extra_points, passing_points }
}

/** Writes a correction to the ledger of a locked attempt and updates its result. */
export async function settle(
  tx: Tx,
  deps: PassingDeps,
  attempt: AttemptRow,
  row: PointsRow,
  now: Date,
): Promise<Accepted<'resultChange'>> {
  const before = await standingOf(tx, attempt)
  await applyChange(tx, attempt, { rows: [row] })
  const score = {
    ...before,
    ...(row.kind === 'regrade' && { points: before.points + row.points }),
    ...(row.kind === 'extra_points' && { extra_points: before.extra_points + row.points }),
  }
  if (ENDED.has(attempt.state))
    await updateAttempt(tx, attempt.id, { points: score.points, extra_points: score.extra_points })
  const outcome = await conclude(tx, deps, attempt, score, now)
  return {
    state_before: attempt.state,
    points_before: before.points + before.extra_points,
    points: score.points + score.extra_points,
    passing_points: score.passing_points,
    ...outcome,
  }
}

/** Decides what can be decided now: a provisional result with nothing pending, and a failed attempt that now passes. */
export async function conclude(tx: Tx, deps: PassingDeps, attempt: AttemptRow, score: Score, now: Date) {
  const isWaiting = score.has_pending_points || score.is_under_review
  if (attempt.state === 'provisional' && !isWaiting) await applyChange(tx, attempt, changes.decide(score, now))
  if ((attempt.state === 'failed' || attempt.state === 'no_show') && passOrFail(score) === 'pass')
    await applyChange(tx, attempt, changes.correct(score, now))
  const { state } = await lockAttempt(tx, attempt.id)
  const hasPassed = state === 'passed' && attempt.state !== 'passed'
  return { state, certificate: hasPassed && (await followPass(tx, deps, attempt)) }
}
