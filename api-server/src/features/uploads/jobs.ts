import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { finishUpload } from './finish.ts'
import { sweepUploads } from './forget.ts'

export const uploadJobs = (deps: Pick<Deps, 'db' | 'files' | 'queue'>): Job<never>[] => [
  // Replay: see the function.
  {
    name: 'uploads.finish',
    // A film of the largest size is read twice, from a bucket perhaps.
    expireInSeconds: 3600,
    handle: ({ id }: { id: string }, { signal }) => finishUpload(deps, id, signal),
  } satisfies Job<{ id: string }>,
  // Replay: what is gone is gone, and the rest is found again.
  {
    name: 'uploads.sweep',
    every: 3600,
    expireInSeconds: 1800,
    handle: (_data, { signal }) => sweepUploads(deps, signal),
  },
]
