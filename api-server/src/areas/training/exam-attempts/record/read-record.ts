import type { Accepted } from '@flagyard/api-types/contract/operation'
import { MAX_EXTRA_POINTS } from '@flagyard/api-types/exam-attempts/timing'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findExamById, findExamBySlug } from '../../../catalogue/exams/service.ts'
import type { AttemptRow } from '../attempts/attempt-queries.ts'
import { readClock } from '../attempts/exam-clock.ts'
import { findScore } from '../attempts/score-queries.ts'
import { listCases } from '../judging/conduct-queries.ts'
import { canAskForPoints } from '../judging/extra-points.ts'
import { listRequests } from '../judging/extra-points-queries.ts'
import { presentCase } from '../judging/present-case.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { findAttemptOf, listLedgerWithActors } from '../user-attempt-queries.ts'
import { recordRows } from './record.ts'
import { listFlagRecords } from './record-queries.ts'

export type AttemptRecord = Accepted<'attemptRecord'>

/** The candidate can see the flags once the exam has started. */
const begun = ({ started_at }: AttemptRow) => started_at !== null

/** Timeline of the caller's own attempt. Administrators appear only as “Support”. */
export async function readMyRecord(
  db: Db,
  user: CurrentUser,
  { exam: slug, id }: { exam: string; id: string },
): Promise<AttemptRecord> {
  const exam = await findExamBySlug(db, slug)
  const attempt = await findAttemptOf(db, user.id, id)
  if (attempt?.exam_id !== exam.id) throw new ApiError('not_found', 'You have no such attempt at this exam.')
  return readRecord(db, attempt, user.full_name, ({ actor_id }) => (actor_id ? 'Support' : null))
}

/** Timeline of a learner's attempt, with the names of administrators. */
export async function readUserRecord(db: Db, names: { username: string; id: string }): Promise<AttemptRecord> {
  const { user, attempt } = await findUserAttempt(db, names)
  return readRecord(
    db,
    attempt,
    user.full_name,
    ({ actor_id, actor }) => actor ?? (actor_id ? 'a former administrator' : null),
  )
}

async function readRecord(
  db: Db,
  attempt: AttemptRow,
  candidate: string,
  nameOf: Parameters<typeof recordRows>[0]['nameOf'],
): Promise<AttemptRecord> {
  const exam = await findExamById(db, attempt.exam_id)
  const ledger = await listLedgerWithActors(db, attempt.id)
  const flags = begun(attempt) ? await listFlagRecords(db, attempt) : []
  const requests = await listRequests(db, attempt.id)
  const cases = (await listCases(db, attempt.id)).map(({ row }) => row)
  const { points, extra_points } = attempt.state === 'active' ? await findScore(db, attempt.id) : attempt
  return {
    id: attempt.id,
    exam: exam.slug,
    title: exam.title,
    candidate,
    number: attempt.number,
    state: attempt.state,
    under_review: cases.some(({ state }) => state === 'open'),
    time_zone: attempt.time_zone ?? 'UTC',
    scheduled_at: attempt.scheduled_at,
    started_at: attempt.started_at,
    ends_at: readClock(ledger).ends_at,
    points,
    extra_points,
    passing_points: attempt.terms?.passing_points ?? exam.passing_points,
    rows: recordRows({ attempt, ledger, flags, requests, cases, nameOf }),
    flags: flags.map(({ solved_points: _, wrong_before: __, ...flag }) => flag),
    extra_points_requests: requests,
    extra_points_left: canAskForPoints(attempt) ? Math.max(0, MAX_EXTRA_POINTS - requests.length) : 0,
    conduct_cases: cases.map(presentCase),
    now: await readNow(db),
  }
}
