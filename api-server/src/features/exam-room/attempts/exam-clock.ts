import type { LedgerKind } from '../../../db/schema/index.ts'

/** What the clock is made of: a row of the ledger, in the order in which they were written. */
export interface ClockRow {
  kind: LedgerKind
  /** The moment at which it took effect. */
  from_at: Date | null
  seconds: number
  /** Who wrote it; null when a rule did. */
  actor_id: string | null
}

export interface ExamClock {
  started_at: Date | null
  /** Since when it stands. */
  stopped_at: Date | null
  /** It was stopped by a person, so that only a person lets it go on. */
  stopped_by_hand: boolean
  /** Everything that the candidate was given: the duration, extensions, and time lost to incidents. */
  granted_seconds: number
  /** How long it stood, without the stop that is not over. */
  stopped_ms: number
  /** When time is over; null before the start, and while the clock stands. */
  ends_at: Date | null
}

const NOT_STARTED: ExamClock = {
  started_at: null,
  stopped_at: null,
  stopped_by_hand: false,
  granted_seconds: 0,
  stopped_ms: 0,
  ends_at: null,
}

/**
 * The clock of an attempt, from the rows of its ledger alone: whoever has the rows computes the same end. An exam that was postponed begins
 * anew with its next start.
 */
export function readClock(rows: readonly ClockRow[]): ExamClock {
  const clock = rows.reduce(afterRow, NOT_STARTED)
  const { started_at, stopped_at, granted_seconds, stopped_ms } = clock
  const ends_at =
    started_at && !stopped_at ? new Date(started_at.getTime() + granted_seconds * 1000 + stopped_ms) : null
  return { ...clock, ends_at }
}

function afterRow(clock: ExamClock, { kind, from_at, seconds, actor_id }: ClockRow): ExamClock {
  if (kind === 'start') return { ...NOT_STARTED, started_at: from_at, granted_seconds: seconds }
  if (kind === 'reschedule' || kind === 'restored') return NOT_STARTED
  if (!clock.started_at) return clock
  if (kind === 'extension' || kind === 'incident') return { ...clock, granted_seconds: clock.granted_seconds + seconds }
  if (kind === 'stop' && !clock.stopped_at) return { ...clock, stopped_at: from_at, stopped_by_hand: actor_id !== null }
  // By hand after a stop by rule: it then waits for a person, too.
  if (kind === 'stop') return { ...clock, stopped_by_hand: clock.stopped_by_hand || actor_id !== null }
  if (kind === 'resume' && clock.stopped_at && from_at) {
    const stood = Math.max(0, from_at.getTime() - clock.stopped_at.getTime())
    return { ...clock, stopped_at: null, stopped_by_hand: false, stopped_ms: clock.stopped_ms + stood }
  }
  return clock
}

/** Milliseconds left at this moment; none before the start. */
export function millisecondsLeft(clock: ExamClock, now: Date): number {
  if (!clock.started_at) return 0
  const passed = (clock.stopped_at ?? now).getTime() - clock.started_at.getTime()
  return Math.max(0, clock.granted_seconds * 1000 + clock.stopped_ms - passed)
}

/** How long the clock has stood by now, in whole seconds; 0 while it goes. */
export const secondsStood = ({ stopped_at }: ExamClock, now: Date): number =>
  stopped_at ? Math.max(0, Math.ceil((now.getTime() - stopped_at.getTime()) / 1000)) : 0

/** The duration with the extra time that a candidate was granted, in whole minutes. */
export const examSeconds = (durationMinutes: number, accommodationPercent: number): number =>
  Math.ceil(durationMinutes * (1 + accommodationPercent / 100)) * 60

/** The minutes by which a person has extended an exam since it began. */
export function extendedMinutes(rows: readonly Pick<ClockRow, 'kind' | 'seconds'>[]): number {
  const start = rows.findLastIndex(({ kind }) => kind === 'start')
  const given = rows.slice(start + 1).filter(({ kind }) => kind === 'extension')
  return given.reduce((sum, { seconds }) => sum + seconds, 0) / 60
}
