import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { foldInsights } from './fold.ts'

export const insightJobs = (deps: Pick<Deps, 'db'>): Job<never>[] => [
  // Safe to retry: skips what was counted today, and resumes where an earlier run was interrupted.
  { name: 'insight.fold', every: 600, handle: (_, { signal }) => foldInsights(deps, signal) },
]
