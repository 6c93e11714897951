import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { foldInsights } from './fold.ts'

export const insightJobs = (deps: Pick<Deps, 'db'>): Job<never>[] => [
  // Replay: what was counted this night is left alone; what was stopped in the middle goes on there.
  { name: 'insight.fold', every: 600, handle: (_, { signal }) => foldInsights(deps, signal) },
]
