import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { foldInsights } from './fold.ts'

export const insightJobs = (deps: Pick<Deps, 'db'>): Job<never>[] => [
  { name: 'insight.fold', handle: (_, { signal }) => foldInsights(deps, signal) },
]
