import type { NewRow } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import type { AttemptSituation } from '../attempts/due-step.ts'
import { holdOf, type IncidentRow, otherHolders } from './holds.ts'

/** Who does something for which incident, and why. Candidates read the title and the reason. */
export interface ForIncident {
  incident: { id: string; title: string }
  actor_id: string
  reason: string
}

const rowOf = ({ incident, actor_id, reason }: ForIncident) => ({
  reason: `${incident.title}: ${reason}`,
  actor_id,
  incident_id: incident.id,
})

/** Stops the clock until a person lets it go on. */
export const stop = (ledger: readonly IncidentRow[], by: ForIncident, now: Date): changes.Change => ({
  rows: [{ kind: 'stop', from_at: now, ...rowOf(by), incident_round: holdOf(ledger, by.incident.id).stops + 1 }],
})

/** What else keeps the clock standing. */
interface Others {
  environment: AttemptSituation['environment']
  /** Titles of incidents, by id. */
  titles: ReadonlyMap<string, string>
}

/**
 * Lets the clock go on, with exactly the time that it stood. Where something else holds it, it stands on from the same moment, so that whoever
 * adds up the rows in their order gets the end.
 */
export function resume(
  ledger: readonly IncidentRow[],
  by: ForIncident,
  { environment, titles }: Others,
  now: Date,
): changes.Change & { still: string | null } {
  const { stops } = holdOf(ledger, by.incident.id)
  const row: NewRow = { kind: 'resume', from_at: now, ...rowOf(by), incident_round: stops }
  const [other] = otherHolders(ledger, by.incident.id)
  if (other !== undefined) {
    const still = `${titles.get(other) ?? 'Another incident'}: the clock still stands`
    return { rows: [row, ...(changes.stop(still, now, by.actor_id).rows ?? [])], still }
  }
  if (environment === 'running') return { rows: [row], still: null }
  const { rows = [] } = changes.standForEnvironment(now)
  return { rows: [row, ...rows], still: rows[0]?.reason ?? null }
}

/** More time, as far as the ceiling allows. */
export const extend = (minutes: number, by: ForIncident, now: Date): changes.Change =>
  changes.extend(minutes, rowOf(by), now)

/** Postponing for an incident happens once. */
export const postponement = (by: ForIncident): changes.Correction => rowOf(by)

/** Building again gives no time, and may be done as often as it fails. */
export function rebuilding(by: ForIncident): changes.Correction {
  const { reason, actor_id } = rowOf(by)
  return { reason, actor_id }
}
