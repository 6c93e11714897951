import type { Accepted } from '@flagyard/api-types/contract/operation'
import { readNow } from '../../../db/now.ts'
import type { Db } from '../../../db/open.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findExam } from '../../catalogue/exams/index.ts'
import { findAccountByIdOrName } from '../../platform/auth/index.ts'
import { allowedOnAttempt } from './attempts/attempt-actions.ts'
import { findScore, listAttempts } from './attempts/attempt-queries.ts'
import { extendedMinutes, millisecondsLeft, readClock } from './attempts/exam-clock.ts'
import { isStuck } from './attempts/situation.ts'
import { acceptedRulesOf } from './booking/accepted-rules.ts'
import { termsOf } from './booking/booking.ts'
import { listCasesFor } from './judging/cases.ts'
import { listRequests } from './judging/extra-points-queries.ts'
import { findAttemptOf, findBookedUntil, listLedgerWithActors } from './queries.ts'
import { listReportsWithActors } from './sitting/queries.ts'

export async function findUserAttempt(db: Db, { username, id }: { username: string; id: string }) {
  const user = await findAccountByIdOrName(db, username)
  const attempt = await findAttemptOf(db, user.id, id)
  if (!attempt) throw new ApiError('not_found', `${user.username} has no such attempt.`)
  return { user, attempt }
}

/** An attempt with its clock and ledger, and the actions the caller may take. */
export async function readUserAttempt(
  db: Db,
  caller: CurrentUser,
  names: { username: string; id: string },
): Promise<Accepted<'userAttempt'>> {
  const { user, attempt } = await findUserAttempt(db, names)
  const exam = await findExam(db, { id: attempt.exam_id })
  const [newest] = await listAttempts(db, user.id, exam.id)
  const ledger = await listLedgerWithActors(db, attempt.id)
  const reports = await listReportsWithActors(db, attempt.id)
  const now = await readNow(db)
  const isReportOpen = reports.some(({ answered_at }) => answered_at === null)
  const isActive = attempt.state === 'active'
  const counted = await findScore(db, attempt.id)
  const { points, extra_points } = isActive ? counted : attempt
  return {
    ...attempt,
    exam: exam.slug,
    title: exam.title,
    points,
    extra_points,
    passing_points: attempt.terms?.passing_points ?? exam.passing_points,
    under_review: counted.is_under_review,
    now,
    seconds_left: isActive ? Math.round(millisecondsLeft(readClock(ledger), now) / 1000) : 0,
    duration_minutes: attempt.terms ? attempt.terms.seconds / 60 : null,
    exam_minutes: exam.duration_minutes,
    booked_now_minutes: (await termsOf(db, exam, user.id)).seconds / 60,
    extension_minutes_left: isActive
      ? Math.max(0, (attempt.terms?.extension_ceiling_minutes ?? 0) - extendedMinutes(ledger))
      : 0,
    account_until: await findBookedUntil(db, attempt.id),
    moves_used: attempt.reschedules_used,
    ledger: ledger.map(({ actor_id: _, ...row }) => row),
    extra_points_requests: await listRequests(db, attempt.id),
    conduct_cases: await listCasesFor(db, caller, attempt, now),
    accepted_rules: acceptedRulesOf(attempt.terms),
    reports,
    allowed: allowedOnAttempt(
      attempt,
      {
        isNewest: newest?.id === attempt.id,
        isUnderReview: counted.is_under_review,
        hasPendingPoints: counted.has_pending_points,
        isReportOpen,
        isStuck: await isStuck(db, attempt.id),
      },
      caller,
    ),
  }
}
