import type { Deps } from '../../../deps.ts'
import { countDay } from './count-day.ts'
import { addDays, dayOf } from './days.ts'
import * as queries from './kept-queries.ts'

/** The longest span of a screen and the one before it. */
const KEPT_DAYS = 732
/** Most refunds, withdrawals and erasures come within so many days, which are counted again every hour; those before, every day. */
const FRESH_DAYS = 35
/** In one run, so that a new installation over old data is filled in portions. */
const PORTION = 50

type NeededDeps = Pick<Deps, 'db' | 'clock'>

export const hasDaysToCount = async (deps: NeededDeps): Promise<boolean> => (await listDue(deps, 1)).length > 0

/** Counts days that are over and keeps what they came to; days that did not change come to the same again. */
export async function countDays(deps: NeededDeps, signal: AbortSignal): Promise<void> {
  for (const day of await listDue(deps, PORTION)) {
    if (signal.aborted) return
    await queries.saveDay(deps.db, day, await countDay(deps.db, day))
  }
}

async function listDue({ db, clock }: NeededDeps, limit: number): Promise<string[]> {
  const today = dayOf(clock.now())
  const first = await queries.findFirstDay(db)
  if (first === undefined) return []
  const [from = first] = [first, addDays(today, -KEPT_DAYS)].sort().reverse()
  const span = { from, until: addDays(today, -1) }
  return queries.listDaysToCount(db, span, { fresh: addDays(today, -FRESH_DAYS), limit })
}
