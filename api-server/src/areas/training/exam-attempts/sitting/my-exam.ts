import type { Accepted } from '@flagyard/api-types/contract/operation'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import type { BookedExam } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findAccess, readLedger } from '../../../catalogue/entitlements/index.ts'
import { findBookedExam, findExam, findExamSnapshot } from '../../../catalogue/exams/index.ts'
import { findExamEnvironment, presentExamEnvironment } from '../../../clouds/deployments/index.ts'
import { presentRange } from '../attempts/admitted-range.ts'
import { type AttemptRow, findScore, listAttempts, listLedger, listReviewed } from '../attempts/attempt-queries.ts'
import { millisecondsLeft, readClock } from '../attempts/exam-clock.ts'
import { isUsedUp } from '../attempts/result.ts'
import { acceptedRulesOf, allRules } from '../booking/accepted-rules.ts'
import { examNotFound } from '../booking/booking.ts'
import { findExamDetails, listAttemptsOfLearner, listExamsOfLearner } from '../queries.ts'
import { readPreflight } from './preflight.ts'
import { listReports } from './queries.ts'
import { findOpenRoom } from './room-opening-queries.ts'

/** One of the learner's exams with everything its room shows: attempts, the ledger of the newest, and its environment while it is in progress. */
export const readMyExam = (
  deps: Pick<Deps, 'db' | 'secrets' | 'config'>,
  { id, impersonated_by }: CurrentUser,
  slug: string,
  address: string,
): Promise<Accepted<'myExamDetails'>> =>
  readRoom(deps, { id, as: impersonated_by ? 'see_as' : 'candidate' }, slug, address)

/** Viewer of the room. Support sees everything except access to the environment; an impersonating administrator sees nothing of the environment. */
interface Viewer {
  id: string
  as: 'candidate' | 'support' | 'see_as'
}

export async function readRoom(
  deps: Pick<Deps, 'db' | 'secrets' | 'config'>,
  user: Viewer,
  slug: string,
  address: string,
): Promise<Accepted<'myExamDetails'>> {
  const { db } = deps
  const { exam, access, attempts } = await findShownExam(db, user, slug)
  const [newest] = attempts
  const inRoom = newest && IN_ROOM.has(newest.state) ? newest : null
  const ledger = newest ? await listLedger(db, newest.id) : []
  const now = await readNow(db)
  const left = Math.round(millisecondsLeft(readClock(ledger), now) / 1000)
  const reviewed = new Set(await listReviewed(db, user.id))
  // While an exam runs, its points are summed on the fly; for past attempts they are stored with the result.
  const score = newest?.state === 'active' ? await findScore(db, newest.id) : undefined
  const shown = { ...(await findExamDetails(db, exam.id)), ...(newest && (await describeBooked(db, newest))) }
  return {
    ...shown,
    rules: (await allRules(db, now, shown.rules)).rules,
    has_access: access.granted,
    access_ends_at: access.granted ? access.ends_at : null,
    now,
    attempts_allowed: exam.attempts,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      resets_left: Math.max(0, (attempt.terms?.resets ?? 0) - attempt.resets_used),
      under_review: reviewed.has(attempt.id),
      passing_points: attempt.terms?.passing_points ?? exam.passing_points,
      ...(attempt === newest && score && { points: score.points, extra_points: score.extra_points }),
      seconds_left: attempt === newest && attempt.state === 'active' ? left : 0,
    })),
    ledger: ledger.map((row) => ({ ...row, by: row.actor_id === null ? ('rule' as const) : ('us' as const) })),
    accepted_rules: acceptedRulesOf(newest?.terms ?? null),
    preflight: newest?.state === 'scheduled' ? await readPreflight(db, newest.id) : null,
    reports: newest ? await listReports(db, newest.id) : [],
    environment: inRoom && user.as !== 'see_as' ? await readEnvironment(deps, user, inRoom) : null,
    admitted: inRoom && (await readAdmitted(db, inRoom, user.as === 'candidate' ? address : null)),
    support: inRoom ? await findOpenRoom(db, inRoom.id) : null,
  }
}

async function readAdmitted(db: Db, attempt: AttemptRow, address: string | null) {
  const { address_variable } = await findBookedExam(db, attempt)
  return address_variable ? presentRange(attempt, address) : null
}

/** Unpublished exams are visible only to learners who have them. */
export async function findShownExam(db: Db, user: { id: string }, slug: string) {
  const exam = await findExam(db, { slug })
  const access = await findAccess(db, user.id, { exam: exam.id })
  const attempts = await listAttempts(db, user.id, exam.id)
  if (exam.status !== 'published' && !access.granted && attempts.length === 0) throw examNotFound(slug)
  return { exam, access, attempts }
}

/** The newest attempt keeps its booked version, whatever is published later. */
async function describeBooked(db: Db, { snapshot_id }: AttemptRow) {
  const snapshot = await findExamSnapshot(db, snapshot_id)
  if (!snapshot) return undefined
  const { title, description, rules, cloud, duration_minutes, passing_points } = snapshot.exam
  const total_points = snapshot.flags.reduce((sum, { points }) => sum + points, 0)
  const flags = snapshot.flags.length
  return { title, description, rules, cloud, duration_minutes, passing_points, flags, total_points }
}

export const IN_ROOM: ReadonlySet<AttemptRow['state']> = new Set(['preparing', 'active'])

/** Access to the environment is only for the candidate, and only from the start of the exam. */
async function readEnvironment(deps: Pick<Deps, 'db' | 'secrets' | 'config'>, user: Viewer, { id, state }: AttemptRow) {
  const found = await findExamEnvironment(deps.db, id)
  if (!found) return null
  const environment = presentExamEnvironment(deps, found)
  const isClosed = user.as !== 'candidate' || state !== 'active'
  return isClosed ? { ...environment, credentials: [], outputs: {}, console_url: null, has_shell: false } : environment
}

/** Exams that the learner has access to or has attempted, each with its newest attempt. */
export async function listMyExams(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: CurrentUser,
): Promise<Accepted<'myExam[]'>> {
  const ledger = await readLedger(db, user.id)
  const access = new Map(ledger.openTargets('exam').map((row) => [row.target_id, row]))
  const exams = await listExamsOfLearner(db, user.id, [...access.keys()])
  const attempts = Map.groupBy(await listAttemptsOfLearner(db, user.id), ({ attempt }) => attempt.exam_id)
  return exams.map(({ id, ...exam }) => {
    const rows = attempts.get(id) ?? []
    const past = rows.map(({ attempt }) => attempt)
    const [attempt] = past
    const mine = ledger.accessTo({ exam: id })
    return {
      ...exam,
      ...asBooked(rows[0]?.booked),
      has_access: access.has(id),
      access_ends_at: access.get(id)?.ends_at ?? null,
      is_used_up: mine.granted && isUsedUp(past, mine.entitlement.id, exam, clock.now()),
      attempt: attempt ? { ...attempt, points: attempt.points + attempt.extra_points } : null,
    }
  })
}

function asBooked(exam: BookedExam | null | undefined) {
  if (!exam) return undefined
  const { title, cloud, duration_minutes, passing_points } = exam
  return { title, cloud, duration_minutes, passing_points }
}
