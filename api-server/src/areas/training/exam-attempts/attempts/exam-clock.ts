import type { LedgerKind } from '../../../../db/schema/index.ts'

/** Input of the clock: a ledger row. Rows are in the order in which they were written. */
export interface ClockRow {
  kind: LedgerKind
  /** Time at which the row took effect. */
  from_at: Date | null
  seconds: number
  /** Author of the row; null for an automatic one. */
  actor_id: string | null
}

export interface ExamClock {
  started_at: Date | null
  /** Time at which the clock was paused; null while it runs. */
  stopped_at: Date | null
  /** The clock was paused by a person, so only a person can resume it. */
  stopped_by_hand: boolean
  /** Total time granted: duration, extensions, and compensation for incidents. */
  granted_seconds: number
  /** Total paused time in milliseconds, without the current pause. */
  stopped_ms: number
  /** End of the exam; null before the start and while the clock is paused. */
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
 * Computes the clock of an attempt from its ledger rows only, so that anyone with the rows gets the same end. The clock of a postponed exam
 * restarts with its next start.
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
  // A manual stop after an automatic one: resuming then requires a person, too.
  if (kind === 'stop') return { ...clock, stopped_by_hand: clock.stopped_by_hand || actor_id !== null }
  if (kind === 'resume' && clock.stopped_at && from_at) {
    const paused = Math.max(0, from_at.getTime() - clock.stopped_at.getTime())
    return { ...clock, stopped_at: null, stopped_by_hand: false, stopped_ms: clock.stopped_ms + paused }
  }
  return clock
}

/** Remaining milliseconds at this moment; 0 before the start. */
export function millisecondsLeft(clock: ExamClock, now: Date): number {
  if (!clock.started_at) return 0
  const passed = (clock.stopped_at ?? now).getTime() - clock.started_at.getTime()
  return Math.max(0, clock.granted_seconds * 1000 + clock.stopped_ms - passed)
}

/** Duration of the current pause, in whole seconds; 0 while the clock runs. */
export const secondsPaused = ({ stopped_at }: ExamClock, now: Date): number =>
  stopped_at ? Math.max(0, Math.ceil((now.getTime() - stopped_at.getTime()) / 1000)) : 0

/** Duration including the candidate's accommodation, rounded up to whole minutes, in seconds. */
export const examSeconds = (durationMinutes: number, accommodationPercent: number): number =>
  Math.ceil(durationMinutes * (1 + accommodationPercent / 100)) * 60

/** Minutes of manual extensions since the exam started. */
export function extendedMinutes(rows: readonly Pick<ClockRow, 'kind' | 'seconds'>[]): number {
  const start = rows.findLastIndex(({ kind }) => kind === 'start')
  const given = rows.slice(start + 1).filter(({ kind }) => kind === 'extension')
  return given.reduce((sum, { seconds }) => sum + seconds, 0) / 60
}
