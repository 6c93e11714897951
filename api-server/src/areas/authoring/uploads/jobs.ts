import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { finishUpload } from './finish.ts'
import { sweepUploads } from './forget.ts'

export const uploadJobs = (deps: Pick<Deps, 'db' | 'files' | 'queue'>): Job<never>[] => [
  // Safe to retry: see `finishUpload`.
  {
    name: 'uploads.finish',
    // A video of the maximum size is read twice, possibly from a bucket.
    expireInSeconds: 3600,
    handle: ({ id }: { id: string }, { signal }) => finishUpload(deps, id, signal),
  } satisfies Job<{ id: string }>,
  // Safe to retry: deleted files are not found again; the next run deletes the rest.
  {
    name: 'uploads.sweep',
    every: 3600,
    expireInSeconds: 1800,
    handle: (_data, { signal }) => sweepUploads(deps, signal),
  },
]
