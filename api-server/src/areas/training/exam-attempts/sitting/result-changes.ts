import type { Accepted } from '@flagyard/api-types/contract/operation'
import { readNow } from '../../../../db/now.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { findBookedExam, findExam } from '../../../catalogue/exams/index.ts'
import { findAccountById } from '../../../platform/auth/index.ts'
import {
  type AttemptRow,
  findScore,
  listAttempts,
  lockAttempt,
  type NewRow,
  updateAttempt,
} from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/changes.ts'
import { passOrFail, type Score } from '../attempts/result.ts'
import { releaseDate } from '../booking/reserve.ts'
import { prepareBookingMail } from '../mails.ts'

export type PointsRow = NewRow & { kind: 'regrade' | 'extra_points'; points: number }

/** States in which the points are stored with the result. In other states they are summed at the end. */
const ENDED = new Set<AttemptRow['state']>(['provisional', 'passed', 'failed', 'no_show'])

export async function scoreOf(tx: Tx, attempt: AttemptRow): Promise<Score> {
  const counted = await findScore(tx, attempt.id)
  const { points, extra_points } = ENDED.has(attempt.state) ? attempt : counted
  const passing_points = attempt.terms?.passing_points ?? (await findExam(tx, { id: attempt.exam_id })).passing_points
  return { ...counted, points, extra_points, passing_points }
}

/** Writes a correction to the ledger of a locked attempt and updates its result. */
export async function applyPoints(
  tx: Tx,
  deps: PassingDeps,
  attempt: AttemptRow,
  row: PointsRow,
  now: Date,
): Promise<Accepted<'resultChange'>> {
  const before = await scoreOf(tx, attempt)
  await applyChange(tx, attempt, { rows: [row] })
  const score = {
    ...before,
    ...(row.kind === 'regrade' && { points: before.points + row.points }),
    ...(row.kind === 'extra_points' && { extra_points: before.extra_points + row.points }),
  }
  if (ENDED.has(attempt.state))
    await updateAttempt(tx, attempt.id, { points: score.points, extra_points: score.extra_points })
  const outcome = await concludeResult(tx, deps, attempt, score, now)
  return {
    state_before: attempt.state,
    points_before: before.points + before.extra_points,
    points: score.points + score.extra_points,
    passing_points: score.passing_points,
    ...outcome,
  }
}

/** Decides what can be decided now: a provisional result with nothing pending, and a failed attempt that now passes. */
export async function concludeResult(tx: Tx, deps: PassingDeps, attempt: AttemptRow, score: Score, now: Date) {
  const isWaiting = score.has_pending_points || score.is_under_review
  if (attempt.state === 'provisional' && !isWaiting) await applyChange(tx, attempt, changes.decide(score, now))
  if ((attempt.state === 'failed' || attempt.state === 'no_show') && passOrFail(score) === 'pass')
    await applyChange(tx, attempt, changes.correct(score, now))
  const { state } = await lockAttempt(tx, attempt.id)
  const hasPassed = state === 'passed' && attempt.state !== 'passed'
  return { state, certificate: hasPassed && (await handlePass(tx, deps, attempt)) }
}

export type PassingDeps = Pick<Deps, 'config' | 'queue' | 'examCertificates'>

/**
 * Handles an attempt that passes: issues its certificate, and voids a later attempt that was already available or booked. Returns whether a
 * certificate was issued.
 */
export async function handlePass(tx: Tx, deps: PassingDeps, attempt: AttemptRow): Promise<boolean> {
  for (const later of await listAttempts(tx, attempt.user_id, attempt.exam_id))
    if (later.number > attempt.number && (later.state === 'purchased' || later.state === 'scheduled'))
      await voidUnneeded(tx, deps, await lockAttempt(tx, later.id))
  return deps.examCertificates.issue(tx, deps.config, attempt)
}

async function voidUnneeded(tx: Tx, deps: PassingDeps, attempt: AttemptRow): Promise<void> {
  const { state, scheduled_at, time_zone, user_id } = attempt
  if (state !== 'purchased' && state !== 'scheduled') return
  const reason = 'You have passed this exam with an earlier attempt'
  await applyChange(tx, attempt, changes.voidAttempt({ reason }, await readNow(tx)))
  if (state !== 'scheduled' || !scheduled_at || !time_zone) return
  const exam = await findBookedExam(tx, attempt)
  const booked = { exam, at: scheduled_at, time_zone, user: await findAccountById(tx, user_id) }
  await releaseDate(tx, deps, attempt, await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'needless' }))
}
