import type { BulkDetails } from '../../../extension-points/bulk-action.ts'
import * as attemptChanges from '../attempts/changes.ts'
import { extendedMinutes, readClock } from '../attempts/exam-clock.ts'
import type { Touched } from './bulk-queries.ts'
import * as changes from './incident-changes.ts'

/** What is done to an attempt, as far as its clock and its state are concerned. */
export interface Doing {
  change: attemptChanges.Change
  /** Why the clock stands on. */
  still?: string | null
  /** What is given, and what was asked for. */
  minutes?: number
  asked?: number
}

/** The same for all attempts of a dry run, or of a chunk of the work. */
export interface Context {
  by: changes.ForIncident
  asked: NonNullable<BulkDetails['incident']>
  /** Of the other incidents that hold the clocks. */
  titles: ReadonlyMap<string, string>
  now: Date
}

/** What an action would do to an attempt: the dry run tells it, the work writes it. */
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
