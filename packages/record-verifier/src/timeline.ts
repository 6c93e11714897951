/** Facts of an exam attempt, and the rules that compute its result from them. Written apart from the server, which these rules check. */

export interface Timeline {
  /** Number of the attempt at this exam. */
  attempt: number
  /** The booked revision of the exam. */
  revision: { id: string | null; title: string }
  /** Pass mark of the booking. */
  passing_points: number
  /** Flags of the exam by their digest, which does not reveal the flag. */
  flags: { flag: string; points: number }[]
  /** Ledger of time and points, in the order in which it was written. */
  ledger: LedgerFact[]
  solved: { flag: string; at: string; points: number }[]
  /** Decided and pending requests for extra points. */
  extra_points: { state: 'pending' | 'approved' | 'refused'; points: number; decided_at: string | null }[]
  /** Conduct cases and their decisions. */
  cases: { opened_at: string; state: 'open' | 'dismissed' | 'disqualified'; decided_at: string | null }[]
  /** The result as the issuer stored it. */
  stored: { ends_at: string | null; points: number; extra_points: number; state: string }
}

export interface LedgerFact {
  kind: string
  at: string | null
  seconds: number
  points: number
  cause: string
  by: 'issuer' | 'automatic'
  flag: string | null
}

/** Result of an attempt at the coarsest levels that a candidate can share. */
export interface Outcome {
  passed: boolean
  /** Points as a share of those for all flags, in steps of ten per cent. Extra points can lead beyond 100. */
  band: { from_percent: number; to_percent: number }
}

const sum = (rows: readonly { points: number }[]) => rows.reduce((total, { points }) => total + points, 0)
const milliseconds = (at: string | null) => (at === null ? Number.NaN : Date.parse(at))

const BEGINNINGS = ['start', 'reschedule', 'restored']
const beginOf = (ledger: readonly LedgerFact[]) => ledger.findLastIndex(({ kind }) => BEGINNINGS.includes(kind))
const hasStarted = (ledger: readonly LedgerFact[]) => ledger[beginOf(ledger)]?.kind === 'start'

/** End of the exam's time, from the rows since its last start. Null if it never started, or its clock was paused at the end. */
export function endOf(ledger: readonly LedgerFact[]): string | null {
  const start = ledger[beginOf(ledger)]
  if (start?.kind !== 'start') return null
  let end = milliseconds(start.at) + start.seconds * 1000
  let pausedAt: number | undefined
  for (const { kind, at, seconds } of ledger.slice(beginOf(ledger) + 1)) {
    if (kind === 'extension' || kind === 'incident') end += seconds * 1000
    if (kind === 'stop') pausedAt ??= milliseconds(at)
    if (kind === 'resume' && pausedAt !== undefined) {
      end += Math.max(0, milliseconds(at) - pausedAt)
      pausedAt = undefined
    }
  }
  return pausedAt === undefined && !Number.isNaN(end) ? new Date(end).toISOString() : null
}

/** Facts that count for the result. Nothing from before the end of a missed exam does, also not the flags of an earlier sitting. */
function counted({ ledger, solved }: Pick<Timeline, 'ledger' | 'solved'>) {
  if (hasStarted(ledger)) return { rows: ledger, solved }
  return { rows: ledger.slice(ledger.findLastIndex(({ kind }) => kind === 'end') + 1), solved: [] }
}
const rowsOf = (rows: readonly LedgerFact[], ...kinds: string[]) => rows.filter(({ kind }) => kinds.includes(kind))

export function pointsOf(timeline: Pick<Timeline, 'solved' | 'ledger'>): number {
  const { rows, solved } = counted(timeline)
  return sum(solved) + sum(rowsOf(rows, 'regrade'))
}

export const extraPointsOf = (timeline: Pick<Timeline, 'solved' | 'ledger'>) =>
  sum(rowsOf(counted(timeline).rows, 'extra_points'))

export function outcomeOf(timeline: Timeline): Outcome {
  const points = pointsOf(timeline) + extraPointsOf(timeline)
  const all = sum(timeline.flags)
  const from_percent = all > 0 ? Math.floor((points * 10) / all) * 10 : 0
  const isBarred = timeline.cases.some(({ state }) => state === 'disqualified')
  return {
    passed: points >= timeline.passing_points && !isBarred,
    band: { from_percent, to_percent: from_percent + 9 },
  }
}

/** Result of one check. */
export interface Finding {
  fact: string
  holds: boolean
  /** Explanation in plain words, with both values if they differ. */
  text: string
}

const compared = (fact: string, stored: string | number, computed: string | number): Finding =>
  stored === computed
    ? { fact, holds: true, text: String(computed) }
    : { fact, holds: false, text: `the record says ${stored}, but its facts give ${computed}` }

const listed = (fact: string, wrong: string[], right: string): Finding => ({
  fact,
  holds: wrong.length === 0,
  text: wrong.length === 0 ? right : wrong.join('; '),
})

/** Recomputes end, points and result, and checks that the facts do not contradict each other. */
export function recompute(timeline: Timeline): Finding[] {
  const { stored, ledger, solved, flags, extra_points } = timeline
  const endsAt = endOf(ledger)
  const late = solved.filter(({ at }) => endsAt !== null && milliseconds(at) > milliseconds(endsAt))
  return [
    compared('end time', stored.ends_at ?? NO_END, endsAt ?? NO_END),
    listed('flags', wrongFlags(timeline), `${solved.length} of ${flags.length} solved`),
    listed(
      'solved in time',
      late.map(({ at, flag }) => `${shortOf(flag)} was solved at ${at}, after the end`),
      'every flag was solved before the end',
    ),
    compared('points', stored.points, pointsOf(timeline)),
    compared('extra points', stored.extra_points, extraPointsOf(timeline)),
    compared(
      'decisions on extra points',
      sum(rowsOf(ledger, 'extra_points')),
      sum(extra_points.filter(({ state }) => state === 'approved')),
    ),
    listed('totals in the ledger', wrongTotals(timeline), 'each agrees with the facts before it'),
    compared('result', resultOf(stored.state === 'passed'), resultOf(outcomeOf(timeline).passed)),
  ]
}

const NO_END = 'none, because the clock was paused when the exam ended'
const resultOf = (passed: boolean) => (passed ? 'passed' : 'not passed')
const shortOf = (flag: string) => `flag ${flag.slice(0, 8)}`

function wrongFlags({ solved, flags, ledger }: Timeline): string[] {
  const worth = new Map(flags.map(({ flag, points }) => [flag, points]))
  const startedAt = milliseconds(ledger[beginOf(ledger)]?.at ?? null)
  return solved.flatMap(({ flag, at, points }, index) => {
    if (solved.findIndex((one) => one.flag === flag) !== index) return [`${shortOf(flag)} is counted twice`]
    // Solved in an earlier sitting, whose exam may have had other flags.
    if (milliseconds(at) < startedAt) return []
    const most = worth.get(flag)
    if (most === undefined) return [`${shortOf(flag)} is not a flag of this exam`]
    // No points: they had been credited before, because the flag was broken.
    return points === most || points === 0 ? [] : [`${shortOf(flag)} is worth ${most} points, not ${points}`]
  })
}

/** The total at the end of the last sitting, and at each later decision. */
function wrongTotals({ ledger, solved }: Timeline): string[] {
  const begin = beginOf(ledger)
  return ledger.flatMap((row, index) => {
    const isTotal = row.kind === 'points' || (row.kind === 'end' && hasStarted(ledger))
    if (!isTotal || index < begin) return []
    const before = counted({ ledger: ledger.slice(0, index), solved })
    const total = sum(before.solved) + sum(rowsOf(before.rows, 'regrade', 'extra_points'))
    return total === row.points ? [] : [`“${row.kind}” at ${row.at} says ${row.points}, but the facts give ${total}`]
  })
}

/** Whether a value from a file has the shape of a time line. Its contents are checked by `recompute`. */
export function isTimeline(value: unknown): value is Timeline {
  const timeline = value as Partial<Timeline> | null
  const lists = [timeline?.flags, timeline?.ledger, timeline?.solved, timeline?.extra_points, timeline?.cases]
  const isObject = (one: unknown) => typeof one === 'object' && one !== null
  return (
    lists.every((list) => Array.isArray(list) && list.every(isObject)) &&
    [...(timeline?.flags ?? []), ...(timeline?.solved ?? [])].every(({ flag }) => typeof flag === 'string') &&
    isObject(timeline?.stored) &&
    isObject(timeline?.revision)
  )
}
