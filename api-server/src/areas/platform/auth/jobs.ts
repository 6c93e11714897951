import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { removeDueFactors } from './second-factor/removal.ts'

export const authJobs = (deps: Pick<Deps, 'db' | 'config'>): Job<never>[] => [
  { name: 'auth.remove_factors', handle: () => removeDueFactors(deps) },
]
