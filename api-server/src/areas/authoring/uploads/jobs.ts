import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { finishUpload } from './finish.ts'
import { sweepUploads } from './forget.ts'

export const uploadJobs = (deps: Pick<Deps, 'db' | 'files' | 'queue'>): Job<never>[] => [
  {
    name: 'uploads.finish',
    // A video of the maximum size is read twice, possibly from a bucket.
    expireInSeconds: 3600,
    handle: ({ id }: { id: string }, { signal }) => finishUpload(deps, id, signal),
  } satisfies Job<{ id: string }>,
  {
    name: 'uploads.sweep',
    expireInSeconds: 1800,
    handle: (_data, { signal }) => sweepUploads(deps, signal),
  },
]
