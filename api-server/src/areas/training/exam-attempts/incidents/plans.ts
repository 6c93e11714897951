import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { BulkDetails } from '../../../../extension-points/bulk-action.ts'
import type { NewRow } from '../attempts/attempt-queries.ts'
import * as attemptChanges from '../attempts/changes.ts'
import { type ClockRow, extendedMinutes, millisecondsLeft, readClock } from '../attempts/exam-clock.ts'
import { nextState } from '../attempts/transitions.ts'
import type { Affected } from './candidate-queries.ts'
import * as changes from './incident-changes.ts'

/** Effect of an action on the clock and state of an attempt. */
export interface Effect {
  change: attemptChanges.Change
  /** Reason why the clock stays paused. */
  still?: string | null
  /** Minutes granted, and minutes requested. */
  minutes?: number
  asked?: number
}

/** Shared by all attempts of a dry run or of a job chunk. */
export interface Context {
  by: changes.ForIncident
  asked: NonNullable<BulkDetails['incident']>
  /** Titles of the other incidents that stop the clocks. */
  titles: ReadonlyMap<string, string>
  now: Date
}

/** Computes the effect of an action on an attempt. The dry run shows it, the job writes it. */
export type Plan = (touched: Affected, context: Context) => Effect

export const plans = {
  stop: ({ ledger }, { by, now }) => ({ change: changes.stop(ledger, by, now) }),
  resume({ ledger, environment }, { by, titles, now }) {
    const { still, ...change } = changes.resume(ledger, by, { environment, titles }, now)
    return { change, still }
  },
  extend({ attempt, ledger }, { by, asked, now }) {
    const { minutes: wanted = 0 } = asked
    const left = (attempt.terms?.extension_ceiling_minutes ?? 0) - extendedMinutes(ledger)
    const minutes = Math.max(0, Math.min(wanted, left))
    return { change: changes.extend(minutes, by, now), minutes, asked: wanted }
  },
  postpone: (_touched, { by, now }) => ({ change: attemptChanges.postpone(changes.postponement(by), now) }),
  write: () => ({ change: {} }),
  rebuild: ({ ledger }, { by, now }) => ({
    change: attemptChanges.rebuild({ clock: readClock(ledger) }, changes.rebuilding(by), now),
  }),
} satisfies Record<string, Plan>
export type IncidentAction = keyof typeof plans

/** Clock, date and end of an attempt, before and after. */
export function effectOf(
  { attempt, exam, user, ledger }: Affected,
  { change, still = null, minutes, asked }: Effect,
  now: Date,
): Accepted<'incidentEffect'> {
  const before = readClock(ledger)
  const after = readClock([...ledger, ...(change.rows ?? []).map(toClockRow)])
  const state_after = (change.event && nextState(attempt.state, change.event)) ?? attempt.state
  const secondsLeft = (clock: typeof before) =>
    attempt.state === 'active' ? Math.round(millisecondsLeft(clock, now) / 1000) : 0
  return {
    username: user.username,
    full_name: user.full_name,
    exam: exam.slug,
    title: exam.title,
    state: attempt.state,
    state_after,
    scheduled_at: attempt.scheduled_at,
    scheduled_at_after: state_after === 'purchased' ? null : attempt.scheduled_at,
    clock_stopped_at: before.stopped_at,
    clock_stopped_at_after: after.stopped_at,
    ends_at: before.ends_at,
    ends_at_after: after.ends_at,
    seconds_left: secondsLeft(before),
    seconds_left_after: secondsLeft(after),
    minutes: minutes ?? null,
    bounded: minutes !== undefined && asked !== undefined && minutes < asked,
    still,
  }
}

const toClockRow = ({ kind, from_at, seconds = 0, actor_id }: NewRow): ClockRow => ({
  kind,
  from_at,
  seconds,
  actor_id: actor_id ?? null,
})
