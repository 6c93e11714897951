import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { LedgerKind } from '../../../../db/schema/index.ts'
import type { BulkDetails } from '../../../../extension-points/bulk-action.ts'
import type { NewRow } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import type { AttemptSituation } from '../attempts/due-step.ts'
import { type ClockRow, extendedMinutes, millisecondsLeft, readClock } from '../attempts/exam-clock.ts'
import { nextState } from '../attempts/transitions.ts'
import type { Affected } from './candidate-queries.ts'

export interface Effect {
  change: changes.Change
  /** Reason why the clock stays paused. */
  still?: string | null
  minutes?: number
  asked?: number
}

/** Shared by all attempts of a dry run or of a job chunk. */
export interface Context {
  by: ForIncident
  asked: NonNullable<BulkDetails['incident']>
  /** Titles of the other incidents that pause the clocks. */
  titles: ReadonlyMap<string, string>
  now: Date
}

/** Computes the effect of an action on an attempt. The dry run shows it, the job writes it. */
export type Plan = (affected: Affected, context: Context) => Effect

export const plans = {
  stop: ({ ledger }, { by, now }) => ({ change: stop(ledger, by, now) }),
  resume({ ledger, environment }, { by, titles, now }) {
    const { still, ...change } = resume(ledger, by, { environment, titles }, now)
    return { change, still }
  },
  extend({ attempt, ledger }, { by, asked, now }) {
    const { minutes: wanted = 0 } = asked
    const left = (attempt.terms?.extension_ceiling_minutes ?? 0) - extendedMinutes(ledger)
    const minutes = Math.max(0, Math.min(wanted, left))
    return { change: extend(minutes, by, now), minutes, asked: wanted }
  },
  postpone: (_affected, { by, now }) => ({ change: changes.postpone(postponement(by), now) }),
  write: () => ({ change: {} }),
  rebuild: ({ ledger }, { by, now }) => ({
    change: changes.rebuild({ clock: readClock(ledger) }, rebuilding(by), now),
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

/** Incident, administrator and reason of an action. Candidates see the title and the reason. */
interface ForIncident {
  incident: { id: string; title: string }
  actor_id: string
  reason: string
}

const rowOf = ({ incident, actor_id, reason }: ForIncident) => ({
  reason: `${incident.title}: ${reason}`,
  actor_id,
  incident_id: incident.id,
})

/** Pauses the clock until a person resumes it. */
export const stop = (ledger: readonly IncidentRow[], by: ForIncident, now: Date): changes.Change => ({
  rows: [{ kind: 'stop', from_at: now, ...rowOf(by), incident_round: stopsOf(ledger, by.incident.id).stops + 1 }],
})

/** Other causes that may keep the clock paused. */
interface Others {
  environment: AttemptSituation['environment']
  /** Incident titles by id. */
  titles: ReadonlyMap<string, string>
}

/**
 * Resumes the clock and gives back exactly the paused time. If something else still holds the clock, a new stop follows at the same moment, so
 * that reading the rows in order gives the right end.
 */
export function resume(
  ledger: readonly IncidentRow[],
  by: ForIncident,
  { environment, titles }: Others,
  now: Date,
): changes.Change & { still: string | null } {
  const { stops } = stopsOf(ledger, by.incident.id)
  const row: NewRow = { kind: 'resume', from_at: now, ...rowOf(by), incident_round: stops }
  const [other] = otherStops(ledger, by.incident.id)
  if (other !== undefined) {
    const still = `${titles.get(other) ?? 'Another incident'}: the clock is still paused`
    return { rows: [row, ...(changes.stop(still, now, by.actor_id).rows ?? [])], still }
  }
  if (environment === 'running') return { rows: [row], still: null }
  const { rows = [] } = changes.stopForEnvironment(now)
  return { rows: [row, ...rows], still: rows[0]?.reason ?? null }
}

/** Extends the exam. The caller has limited the minutes to the maximum. */
export const extend = (minutes: number, by: ForIncident, now: Date): changes.Change =>
  changes.extend(minutes, rowOf(by), now)

/** An incident postpones an attempt at most once. */
export const postponement = (by: ForIncident): changes.Correction => rowOf(by)

/** Reason and administrator of a rebuild. Without the incident id, because a rebuild may be repeated. */
function rebuilding(by: ForIncident): changes.Correction {
  const { reason, actor_id } = rowOf(by)
  return { reason, actor_id }
}

interface IncidentRow {
  kind: LedgerKind
  incident_id: string | null
}

interface IncidentStops {
  stops: number
  resumes: number
  /** Reset when an exam is postponed or restored: it then starts without holds. */
  isHeld: boolean
}

const NO_STOPS: IncidentStops = { stops: 0, resumes: 0, isHeld: false }

/** Holds by incident id, for every incident that ever stopped this clock. */
function readStops(rows: readonly IncidentRow[]): Map<string, IncidentStops> {
  const holds = new Map<string, IncidentStops>()
  for (const { kind, incident_id } of rows) {
    if (RESTARTS.has(kind)) for (const [id, hold] of holds) holds.set(id, { ...hold, isHeld: false })
    if (incident_id === null || (kind !== 'stop' && kind !== 'resume')) continue
    const hold = holds.get(incident_id) ?? NO_STOPS
    holds.set(
      incident_id,
      kind === 'stop'
        ? { ...hold, stops: hold.stops + 1, isHeld: true }
        : { ...hold, resumes: hold.resumes + 1, isHeld: false },
    )
  }
  return holds
}

const RESTARTS: ReadonlySet<LedgerKind> = new Set(['start', 'reschedule', 'restored'])

export const stopsOf = (rows: readonly IncidentRow[], incidentId: string): IncidentStops =>
  readStops(rows).get(incidentId) ?? NO_STOPS

export const otherStops = (rows: readonly IncidentRow[], incidentId: string): string[] =>
  [...readStops(rows)].filter(([id, { isHeld }]) => isHeld && id !== incidentId).map(([id]) => id)
