import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { NewRow } from '../attempts/attempt-queries.ts'
import { type ClockRow, millisecondsLeft, readClock } from '../attempts/exam-clock.ts'
import { nextState } from '../attempts/transitions.ts'
import type { Touched } from './bulk-queries.ts'
import type { Doing } from './plans.ts'

/** Clock, date and end of an attempt, before and after. */
export function effectOf(
  { attempt, exam, user, ledger }: Touched,
  { change, still = null, minutes, asked }: Doing,
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
