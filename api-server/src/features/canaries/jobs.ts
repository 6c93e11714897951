import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { hasWork, tendCanaries } from './tend.ts'

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets' | 'queue' | 'clouds' | 'cloudConsole' | 'log'>

export const canaryJobs = (deps: NeededDeps): Job<never>[] => [
  // Replay: see `tendCanaries`.
  {
    name: 'canaries.tend',
    every: 15,
    isDue: () => hasWork(deps),
    handle: (_, { signal }) => tendCanaries(deps, signal),
  },
]
