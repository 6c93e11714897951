import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import * as queries from './figures/count-queries.ts'
import { addDays, dayOf } from './figures/days.ts'
import { countDay } from './figures/service.ts'

export const dashboardJobs = (deps: Pick<Deps, 'db' | 'clock'>): Job<never>[] => [
  { name: 'dashboard.count', isDue: () => hasDaysToCount(deps), handle: (_, { signal }) => countDays(deps, signal) },
]

/** Number of days of dashboard figures stored: the longest span plus the equally long span before it. */
const STORED_DAYS = 732
/** Number of recent days that are recounted every hour, because most refunds, withdrawals and erasures happen within them. Older days are recounted daily. */
const FRESH_DAYS = 35
/** Maximum number of days counted per run, so that a new installation with old data is filled in batches. */
const BATCH_DAYS = 50

type NeededDeps = Pick<Deps, 'db' | 'clock'>

const hasDaysToCount = async (deps: NeededDeps): Promise<boolean> => (await listDue(deps, 1)).length > 0

/** Counts and stores the figures of past days. Recounting unchanged days gives the same result. */
async function countDays(deps: NeededDeps, signal: AbortSignal): Promise<void> {
  for (const day of await listDue(deps, BATCH_DAYS)) {
    if (signal.aborted) return
    await queries.saveDay(deps.db, day, await countDay(deps.db, day))
  }
}

async function listDue({ db, clock }: NeededDeps, limit: number): Promise<string[]> {
  const today = dayOf(clock.now())
  const first = await queries.findFirstDay(db)
  if (first === undefined) return []
  const [from = first] = [first, addDays(today, -STORED_DAYS)].sort().reverse()
  const span = { from, until: addDays(today, -1) }
  return queries.listDaysToCount(db, span, { fresh: addDays(today, -FRESH_DAYS), limit })
}
