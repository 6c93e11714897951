import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { listStalled } from './queries.ts'
import { runBulk } from './run.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'log' | 'extensions'>

/** What a replay of the run does stands at `runBulk`; the sweep only sends, and a job that is over ignores it. */
export const bulkJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'bulk.run',
    // One at a time in a process: long work leaves the database to everybody else.
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
