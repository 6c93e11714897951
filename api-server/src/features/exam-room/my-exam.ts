import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findExamEnvironment, presentExamEnvironment } from '../deployments/exam-environment.ts'
import { findAccess } from '../entitlements/service.ts'
import { findExamBySlug } from '../exams/service.ts'
import { type AttemptRow, listAttempts, listLedger, readNow } from './attempt-queries.ts'
import { examNotFound } from './booking.ts'
import { millisecondsLeft, readClock } from './exam-clock.ts'
import { findExamDetails } from './queries.ts'
import { findScore } from './score-queries.ts'

/** An exam of the learner's with all that its room shows: attempts, the ledger of the newest, and its environment while it is sat. */
export async function readMyExam(
  deps: Pick<Deps, 'db' | 'secrets'>,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'myExamDetails'>> {
  const { db } = deps
  const exam = await findExamBySlug(db, slug)
  const access = await findAccess(db, user.id, { exam: exam.id })
  const attempts = await listAttempts(db, user.id, exam.id)
  if (exam.status !== 'published' && !access.granted && attempts.length === 0) throw examNotFound(slug)
  const [newest] = attempts
  const ledger = newest ? await listLedger(db, newest.id) : []
  const now = await readNow(db)
  const left = Math.round(millisecondsLeft(readClock(ledger), now) / 1000)
  // The points of a running exam are counted as they come; those of a past one were written with its result.
  const score = newest?.state === 'active' ? await findScore(db, newest.id) : undefined
  return {
    ...(await findExamDetails(db, exam.id)),
    has_access: access.granted,
    access_ends_at: access.granted ? access.ends_at : null,
    now,
    attempts_allowed: exam.attempts,
    attempts: attempts.map((attempt) => ({
      ...presentAttempt(attempt),
      passing_points: attempt.terms?.passing_points ?? exam.passing_points,
      ...(attempt === newest && score && { points: score.points, extra_points: score.extra_points }),
      seconds_left: attempt === newest && attempt.state === 'active' ? left : 0,
    })),
    ledger,
    environment: newest && IN_ROOM.has(newest.state) ? await readEnvironment(deps, user, newest) : null,
  }
}

const IN_ROOM = new Set<AttemptRow['state']>(['preparing', 'active'])

const presentAttempt = (attempt: AttemptRow) => ({
  id: attempt.id,
  number: attempt.number,
  state: attempt.state,
  scheduled_at: attempt.scheduled_at,
  time_zone: attempt.time_zone,
  checked_in_at: attempt.checked_in_at,
  ready_at: attempt.ready_at,
  started_at: attempt.started_at,
  active_until: attempt.active_until,
  clock_stopped_at: attempt.clock_stopped_at,
  points: attempt.points,
  extra_points: attempt.extra_points,
  resets_left: Math.max(0, (attempt.terms?.resets ?? 0) - attempt.resets_used),
  decided_at: attempt.decided_at,
})

/** What opens the environment is for its candidate alone, and only from the start of their exam. */
async function readEnvironment(deps: Pick<Deps, 'db' | 'secrets'>, user: CurrentUser, { id, state }: AttemptRow) {
  const found = await findExamEnvironment(deps.db, id)
  if (!found) return null
  const environment = presentExamEnvironment(deps, found)
  const isClosed = Boolean(user.impersonated_by) || state !== 'active'
  return isClosed ? { ...environment, credentials: [], outputs: {}, console_url: null } : environment
}
