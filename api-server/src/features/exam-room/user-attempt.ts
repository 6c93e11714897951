import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findAccountByIdOrName } from '../auth/service.ts'
import { findExamById } from '../exams/service.ts'
import { allowedOnAttempt } from './allowed.ts'
import { listAttempts, readNow } from './attempt-queries.ts'
import { extendedMinutes, millisecondsLeft, readClock } from './exam-clock.ts'
import { findScore } from './score-queries.ts'
import { findAttemptOf, findBookedUntil, listLedgerWithActors } from './user-attempt-queries.ts'

/** The account and the attempt that a path names. */
export async function findUserAttempt(db: Db, { username, id }: { username: string; id: string }) {
  const user = await findAccountByIdOrName(db, username)
  const attempt = await findAttemptOf(db, user.id, id)
  if (!attempt) throw new ApiError('not_found', `${user.username} has no such attempt.`)
  return { user, attempt }
}

/** An attempt with its clock and its ledger, and what the caller can do with it. */
export async function readUserAttempt(
  db: Db,
  caller: CurrentUser,
  names: { username: string; id: string },
): Promise<Accepted<'userAttempt'>> {
  const { user, attempt } = await findUserAttempt(db, names)
  const exam = await findExamById(db, attempt.exam_id)
  const [newest] = await listAttempts(db, user.id, exam.id)
  const ledger = await listLedgerWithActors(db, attempt.id)
  const now = await readNow(db)
  const isActive = attempt.state === 'active'
  const { points, extra_points } = isActive ? await findScore(db, attempt.id) : attempt
  return {
    id: attempt.id,
    exam: exam.slug,
    title: exam.title,
    number: attempt.number,
    state: attempt.state,
    points,
    extra_points,
    passing_points: attempt.terms?.passing_points ?? exam.passing_points,
    scheduled_at: attempt.scheduled_at,
    started_at: attempt.started_at,
    decided_at: attempt.decided_at,
    counted: attempt.counted,
    created_at: attempt.created_at,
    time_zone: attempt.time_zone,
    checked_in_at: attempt.checked_in_at,
    ready_at: attempt.ready_at,
    active_until: attempt.active_until,
    clock_stopped_at: attempt.clock_stopped_at,
    now,
    seconds_left: isActive ? Math.round(millisecondsLeft(readClock(ledger), now) / 1000) : 0,
    duration_minutes: attempt.terms ? attempt.terms.seconds / 60 : null,
    extension_minutes_left: isActive
      ? Math.max(0, (attempt.terms?.extension_ceiling_minutes ?? 0) - extendedMinutes(ledger))
      : 0,
    account_until: await findBookedUntil(db, attempt.id),
    moves_used: attempt.reschedules_used,
    resets_used: attempt.resets_used,
    ledger: ledger.map(({ actor_id: _, ...row }) => row),
    version: attempt.version,
    allowed: allowedOnAttempt(attempt, newest?.id === attempt.id, caller),
  }
}
