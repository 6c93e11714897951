import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { countDays, hasDaysToCount } from './figures/keep-days.ts'

export const dashboardJobs = (deps: Pick<Deps, 'db' | 'clock'>): Job<never>[] => [
  // Safe to retry: recounting a day gives the same result.
  {
    name: 'dashboard.count',
    every: 60,
    isDue: () => hasDaysToCount(deps),
    handle: (_, { signal }) => countDays(deps, signal),
  },
]
