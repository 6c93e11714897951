import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { listStalled } from './queries.ts'
import { runBulk } from './run.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'clouds' | 'config' | 'queue' | 'log' | 'extensions' | 'examCertificates'>

/** Both are safe to retry: see `runBulk` for the first; the sweep only queues jobs, and a finished job is ignored. */
export const bulkJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'bulk.run',
    // One at a time per process, so that bulk work does not slow down requests.
    concurrency: 1,
    handle: ({ id }: { id: string }, { signal }) => runBulk(deps, id, signal),
  } satisfies Job<{ id: string }>,
  {
    name: 'bulk.sweep',
    every: 60,
    async handle() {
      for (const { id } of await listStalled(deps.db)) await deps.queue.send(deps.db, 'bulk.run', { id })
    },
  },
]
