import type { BulkDetails } from '../../../../extension-points/bulk-action.ts'
import * as attemptChanges from '../attempts/changes.ts'
import { extendedMinutes, readClock } from '../attempts/exam-clock.ts'
import type { Touched } from './bulk-queries.ts'
import * as changes from './incident-changes.ts'

/** Effect of an action on the clock and state of an attempt. */
export interface Doing {
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
export type Plan = (touched: Touched, context: Context) => Doing

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
