import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { hasWork, tendCanaries } from './tend.ts'
import { hasDueExams, tryDueExams } from './try-exam.ts'

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets' | 'queue' | 'clouds' | 'cloudConsole' | 'log'>

export const canaryJobs = (deps: NeededDeps): Job<never>[] => [
  // Safe to retry: see `tendCanaries`.
  {
    name: 'canaries.tend',
    every: 15,
    isDue: () => hasWork(deps),
    handle: (_, { signal }) => tendCanaries(deps, signal),
  },
  // Safe to retry: see `tryDueExams`.
  {
    name: 'canaries.try-exams',
    every: 60,
    isDue: () => hasDueExams(deps),
    handle: (_, { signal }) => tryDueExams(deps, signal),
  },
]
