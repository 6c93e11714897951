import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { hasWork, tendCanaries } from './tend.ts'
import { hasDueExams, tryDueExams } from './try-exam.ts'

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets' | 'queue' | 'clouds' | 'cloudConsole' | 'log'>

export const canaryJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'canaries.tend',
    isDue: () => hasWork(deps),
    handle: (_, { signal }) => tendCanaries(deps, signal),
  },
  {
    name: 'canaries.try-exams',
    isDue: () => hasDueExams(deps),
    handle: (_, { signal }) => tryDueExams(deps, signal),
  },
]
