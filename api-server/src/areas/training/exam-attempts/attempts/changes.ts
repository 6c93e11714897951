import type { Db } from '../../../../db/open.ts'
import type { AddressChange } from '../../../../db/schema/index.ts'
import { type AttemptRow, appendToLedger, type NewRow, transitionAttempt, updateAttempt } from './attempt-queries.ts'
import type { AttemptSituation } from './due-step.ts'
import { endOfActive, passOrFail, type Score } from './result.ts'
import type { AttemptEvent } from './transitions.ts'

/** Effect of a step on an attempt: its event, the timestamps it sets, and the new ledger rows. */
export interface Change {
  event?: AttemptEvent
  set?:
    | Partial<Pick<AttemptRow, 'ready_at' | 'checked_in_at' | 'decided_at' | 'barred_until'>>
    | Pick<AttemptRow, 'admitted_address' | 'address_change' | 'address_problem'>
    | typeof UNBOOKED
  rows?: NewRow[]
}

/** The environment is running. A delay on our side is recorded and costs the candidate nothing, because their time has not started. */
export function recordReady({ scheduled_at }: Pick<AttemptSituation, 'scheduled_at'>, now: Date): Change {
  const isLate = scheduled_at !== null && now > scheduled_at
  if (!isLate) return { set: { ready_at: now } }
  const seconds = Math.round((now.getTime() - scheduled_at.getTime()) / 1000)
  const reason = 'Your environment was ready later than your exam was to begin'
  return { set: { ready_at: now }, rows: [{ kind: 'delay', from_at: scheduled_at, until_at: now, seconds, reason }] }
}

export const start = (seconds: number, now: Date): Change => ({
  event: 'start',
  rows: [{ kind: 'start', from_at: now, until_at: new Date(now.getTime() + seconds * 1000), seconds }],
})

export const miss = (now: Date): Change => ({
  event: 'miss',
  set: { decided_at: now },
  rows: [{ kind: 'end', from_at: now, reason: 'You did not check in' }],
})

export const finish = (score: Score, reason: 'Handed in' | 'Time was over', now: Date): Change => ({
  event: endOfActive(score),
  set: { decided_at: now },
  rows: [{ kind: 'end', from_at: now, points: score.points + score.extra_points, reason }],
})

/** The extra points are decided, or were pending for too long. `decided_at` stays at the end of the exam, because the cooldown counts from there. */
export const decide = (score: Score, now: Date): Change => ({
  event: passOrFail(score),
  rows: [{ kind: 'points', from_at: now, points: score.points + score.extra_points, reason: 'The result is final' }],
})

export const stop = (reason: string, now: Date, actor_id?: string): Change => ({
  rows: [{ kind: 'stop', from_at: now, reason, ...(actor_id && { actor_id }) }],
})

/** Pauses the clock automatically while there is no environment. */
export const stopForEnvironment = (now: Date): Change => stop('Your environment is not available', now)

export const resume = (reason: string, now: Date, actor_id?: string): Change => ({
  rows: [{ kind: 'resume', from_at: now, reason, ...(actor_id && { actor_id }) }],
})

/** Requests a new environment. The clock is paused until it runs. */
export const reset = ({ clock }: Pick<AttemptSituation, 'clock'>, now: Date): Change => ({
  rows: [
    { kind: 'reset', from_at: now, reason: 'You asked for a new environment' },
    ...(clock.stopped_at ? [] : (stop('Your new environment is being built', now).rows ?? [])),
  ],
})

export interface Correction {
  actor_id: string
  reason: string
  incident_id?: string
}

export const extend = (minutes: number, by: Correction, now: Date): Change => ({
  rows: [{ kind: 'extension', from_at: now, seconds: minutes * 60, ...by }],
})

/** Requests a new environment after too many failed builds. Pauses the clock of a running exam if it is not paused yet. */
export const rebuild = ({ clock }: Pick<AttemptSituation, 'clock'>, by: Correction, now: Date): Change => ({
  rows: [
    { kind: 'reset', from_at: now, ...by },
    ...(clock.started_at && !clock.stopped_at ? (stopForEnvironment(now).rows ?? []) : []),
  ],
})

/** The environment admits another address range. The clock is not affected. */
export const admit = (
  { admitted_address }: Pick<AttemptRow, 'admitted_address'>,
  { to, actor_id }: AddressChange,
  now: Date,
): Change => ({
  set: { admitted_address: to, address_change: null, address_problem: null },
  rows: [
    {
      kind: 'address',
      from_at: now,
      reason: `Your environment admits ${to}${admitted_address ? ` instead of ${admitted_address}` : ''}`,
      ...(actor_id && { actor_id }),
    },
  ],
})

/** With the latest correction, the attempt has enough points to pass. */
export const correct = (score: Score, now: Date): Change => ({
  event: 'correct',
  rows: [
    { kind: 'points', from_at: now, points: score.points + score.extra_points, reason: 'With this the exam is passed' },
  ],
})

/** Columns to clear when an attempt is to be booked and taken again. Solved flags stay solved. */
const UNBOOKED = {
  scheduled_at: null,
  terms: null,
  snapshot_id: null,
  checked_in_at: null,
  ready_at: null,
  decided_at: null,
  resets_used: 0,
  admitted_address: null,
  address_change: null,
  address_problem: null,
  points: 0,
  extra_points: 0,
}

/** Postpones an exam because of a problem on our side: the date is cancelled, and the attempt does not count. */
export const postpone = (by: Correction, now: Date): Change => ({
  event: 'postpone',
  set: UNBOOKED,
  rows: [{ kind: 'reschedule', from_at: now, ...by }],
})

/** Restores an attempt that was failed or missed because of a problem on our side. */
export const restore = (by: Correction, now: Date): Change => ({
  event: 'restore',
  set: UNBOOKED,
  rows: [{ kind: 'restored', from_at: now, ...by }],
})

/** A conduct case was decided against the candidate. */
export const disqualify = (
  { decided_at }: Pick<AttemptRow, 'decided_at'>,
  by: Correction,
  barred_until: Date,
  now: Date,
): Change => ({
  event: 'disqualify',
  // The cooldown counts from the end of the exam, if it has ended.
  set: { barred_until, decided_at: decided_at ?? now },
  rows: [{ kind: 'conduct', from_at: now, ...by }],
})

/** A conduct case was dismissed: the attempt keeps its result. */
export const dismiss = (by: Correction, now: Date): Change => ({ rows: [{ kind: 'conduct', from_at: now, ...by }] })

/** Voids an attempt without a replacement: the order was refunded, or the problem was on our side. */
export const voidAttempt = (by: { actor_id?: string; reason: string }, now: Date): Change => ({
  event: 'void',
  rows: [{ kind: 'void', from_at: now, ...by }],
})

export async function applyChange(tx: Db, { id, state }: AttemptRow, { event, set, rows }: Change): Promise<void> {
  if (event && !(await transitionAttempt(tx, id, event, set)))
    throw new Error(`A locked attempt cannot ${event} while ${state}`)
  if (!event && set) await updateAttempt(tx, id, set)
  await appendToLedger(tx, id, rows ?? [])
}
