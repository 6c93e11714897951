import type { Accepted } from '@flagyard/api-types/contract/operation'
import { MAX_EXTRA_POINTS } from '@flagyard/api-types/exam-attempts/timing'
import { attemptRecord } from '@flagyard/api-types/schemas'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { type AttemptRow, findScore, listFlagRecords } from '../attempts/attempt-queries.ts'
import { readClock } from '../attempts/exam-clock.ts'
import { presentCase } from '../judging/cases.ts'
import { type CaseRow, listCases } from '../judging/conduct-queries.ts'
import { canAskForPoints } from '../judging/extra-points.ts'
import { listRequests } from '../judging/extra-points-queries.ts'
import { findAttemptOf, listLedgerWithActors } from '../queries.ts'
import { findUserAttempt } from '../user-attempt.ts'

type AttemptRecord = Accepted<'attemptRecord'>

/** The candidate can see the flags once the exam has started. */
const hasBegun = ({ started_at }: AttemptRow) => started_at !== null

/** Timeline of the caller's own attempt. Administrators appear only as “Support”. */
export async function readMyRecord(
  db: Db,
  user: CurrentUser,
  { exam: slug, id }: { exam: string; id: string },
): Promise<AttemptRecord> {
  const exam = await findExam(db, { slug })
  const attempt = await findAttemptOf(db, user.id, id)
  if (attempt?.exam_id !== exam.id) throw new ApiError('not_found', 'You have no such attempt at this exam.')
  return readRecord(db, attempt, user.full_name, ({ actor_id }) => (actor_id ? 'Support' : null))
}

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
  const exam = await findExam(db, { id: attempt.exam_id })
  const ledger = await listLedgerWithActors(db, attempt.id)
  const flags = hasBegun(attempt) ? await listFlagRecords(db, attempt) : []
  const requests = await listRequests(db, attempt.id)
  const cases = (await listCases(db, attempt.id)).map(({ row }) => row)
  const { points, extra_points } = attempt.state === 'active' ? await findScore(db, attempt.id) : attempt
  return {
    ...attempt,
    exam: exam.slug,
    title: exam.title,
    candidate,
    under_review: cases.some(({ state }) => state === 'open'),
    time_zone: attempt.time_zone ?? 'UTC',
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

/** The record as a PDF, generated from the same response as the page. */
export async function recordFile(read: AttemptRecord): Promise<{ name: string; file: Buffer }> {
  const record = attemptRecord.parse(read)
  // Imported on demand, because it loads fonts.
  const { renderRecord } = await import('./record-pdf.ts')
  return { name: `exam-${record.exam}-attempt-${record.number}.pdf`, file: await renderRecord(record) }
}

type Row = Accepted<'recordRow'> & { at: Date }
type LedgerRow = Awaited<ReturnType<typeof listLedgerWithActors>>[number]
type FlagRecord = Awaited<ReturnType<typeof listFlagRecords>>[number]

interface Facts {
  attempt: Pick<AttemptRow, 'ready_at' | 'checked_in_at'>
  ledger: readonly LedgerRow[]
  flags: readonly FlagRecord[]
  requests: readonly { url: string; created_at: Date }[]
  cases: readonly Pick<CaseRow, 'created_at' | 'answered_at' | 'evidence'>[]
  nameOf: (row: LedgerRow) => string | null
}

/** Everything that happened in an attempt, in chronological order. The ledger rows among them determine its end. */
function recordRows({ attempt, ledger, flags, requests, cases, nameOf }: Facts): Row[] {
  const rows = [
    ...happened('ready', attempt.ready_at, 'The environment ran for the first time'),
    ...happened('check_in', attempt.checked_in_at, 'The candidate was there'),
    ...ledger.map((row, index) => ledgerRow(row, ledger.slice(0, index), nameOf(row))),
    ...flags.flatMap(({ title, solved_at, solved_points, wrong_before }) =>
      happened('solved', solved_at, solvedText(title, wrong_before), solved_points),
    ),
    ...requests.flatMap(({ url, created_at }) => happened('extra_points_sent', created_at, url)),
    ...cases.flatMap(({ created_at, answered_at, evidence }) => [
      ...happened('case_opened', created_at, evidence),
      ...happened('case_answered', answered_at, 'The candidate answered'),
    ]),
  ]
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const happened = (kind: Row['kind'], at: Date | null, text: string, points: number | null = null): Row[] =>
  at ? [{ kind, at, seconds: 0, points, text, actor: null }] : []

const solvedText = (title: string, wrong: number) =>
  wrong === 0 ? title : `${title}, after ${wrong} wrong ${wrong === 1 ? 'try' : 'tries'}`

const WITH_POINTS = new Set<LedgerRow['kind']>(['end', 'points', 'extra_points', 'regrade'])

const ledgerRow = (row: LedgerRow, before: readonly LedgerRow[], actor: string | null): Row => ({
  kind: row.kind,
  at: row.from_at ?? row.at,
  seconds: row.kind === 'resume' ? pausedSeconds(row, before) : row.seconds,
  points: WITH_POINTS.has(row.kind) ? row.points : null,
  text: row.reason,
  actor,
})

/** A paused clock can be stopped again manually. The pause counts from the first stop. */
function pausedSeconds({ from_at }: LedgerRow, before: readonly LedgerRow[]): number {
  const last = before.findLastIndex(({ kind }) => kind === 'resume' || kind === 'start')
  const since = before.slice(last + 1).find(({ kind }) => kind === 'stop')?.from_at
  return since && from_at ? Math.max(0, Math.round((from_at.getTime() - since.getTime()) / 1000)) : 0
}
