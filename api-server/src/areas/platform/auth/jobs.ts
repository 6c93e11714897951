import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { removeDueFactors } from './second-factor/removal.ts'

export const authJobs = (deps: Pick<Deps, 'db' | 'config'>): Job<never>[] => [
  // Safe to retry: see the function.
  { name: 'auth.remove_factors', every: 60, handle: () => removeDueFactors(deps) },
]
