import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { AttemptRow } from '../attempts/attempt-queries.ts'
import type { CaseRow } from '../judging/conduct-queries.ts'
import type { listLedgerWithActors } from '../user-attempt-queries.ts'
import type { listFlagRecords } from './record-queries.ts'

type Row = Accepted<'recordRow'> & { at: Date }
type LedgerRow = Awaited<ReturnType<typeof listLedgerWithActors>>[number]
type FlagRecord = Awaited<ReturnType<typeof listFlagRecords>>[number]

interface Facts {
  attempt: Pick<AttemptRow, 'ready_at' | 'checked_in_at'>
  ledger: readonly LedgerRow[]
  flags: readonly FlagRecord[]
  requests: readonly { url: string; created_at: Date }[]
  cases: readonly Pick<CaseRow, 'created_at' | 'answered_at' | 'evidence'>[]
  /** Display name for the author of a ledger row. */
  nameOf: (row: LedgerRow) => string | null
}

/** Everything that happened in an attempt, in chronological order. The ledger rows among them determine its end. */
export function recordRows({ attempt, ledger, flags, requests, cases, nameOf }: Facts): Row[] {
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
  seconds: row.kind === 'resume' ? stoodSeconds(row, before) : row.seconds,
  points: WITH_POINTS.has(row.kind) ? row.points : null,
  text: row.reason,
  actor,
})

/** A paused clock can be stopped again manually. The pause counts from the first stop. */
function stoodSeconds({ from_at }: LedgerRow, before: readonly LedgerRow[]): number {
  const last = before.findLastIndex(({ kind }) => kind === 'resume' || kind === 'start')
  const since = before.slice(last + 1).find(({ kind }) => kind === 'stop')?.from_at
  return since && from_at ? Math.max(0, Math.round((from_at.getTime() - since.getTime()) / 1000)) : 0
}
