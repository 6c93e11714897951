import type { LedgerKind } from '../../../../db/schema/index.ts'

/** A ledger row with the incident that caused it. */
export interface IncidentRow {
  kind: LedgerKind
  incident_id: string | null
}

/** Number of stops and resumes for an incident, and whether the incident currently stops the clock. */
export interface Hold {
  stops: number
  resumes: number
  /** Reset when an exam is postponed or restored: it then starts without holds. */
  isHeld: boolean
}

const NO_HOLD: Hold = { stops: 0, resumes: 0, isHeld: false }

/** Holds by incident id, for every incident that ever stopped this clock. */
export function readHolds(rows: readonly IncidentRow[]): Map<string, Hold> {
  const holds = new Map<string, Hold>()
  for (const { kind, incident_id } of rows) {
    if (BEGINS_ANEW.has(kind)) for (const [id, hold] of holds) holds.set(id, { ...hold, isHeld: false })
    if (incident_id === null || (kind !== 'stop' && kind !== 'resume')) continue
    const hold = holds.get(incident_id) ?? NO_HOLD
    holds.set(
      incident_id,
      kind === 'stop'
        ? { ...hold, stops: hold.stops + 1, isHeld: true }
        : { ...hold, resumes: hold.resumes + 1, isHeld: false },
    )
  }
  return holds
}

const BEGINS_ANEW: ReadonlySet<LedgerKind> = new Set(['start', 'reschedule', 'restored'])

export const holdOf = (rows: readonly IncidentRow[], incidentId: string): Hold =>
  readHolds(rows).get(incidentId) ?? NO_HOLD

/** Other incidents that currently stop the clock. */
export const otherHolders = (rows: readonly IncidentRow[], incidentId: string): string[] =>
  [...readHolds(rows)].filter(([id, { isHeld }]) => isHeld && id !== incidentId).map(([id]) => id)
