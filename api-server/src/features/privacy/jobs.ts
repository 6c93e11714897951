import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { eraseDue, tellNear } from './erasure.ts'
import { makeExport, pruneExports } from './exports.ts'

type Needs = Pick<Deps, 'db' | 'files' | 'config' | 'clock' | 'queue' | 'log' | 'extensions'>

/** Replays: see the functions. */
export const privacyJobs = (deps: Needs): Job<never>[] => {
  const make: Job<{ id: string }> = {
    name: 'privacy.export',
    concurrency: 1,
    handle: ({ id }) => makeExport(deps, id),
  }
  return [
    make as unknown as Job<never>,
    {
      name: 'privacy.sweep',
      every: 600,
      async handle() {
        await pruneExports(deps)
        await tellNear(deps)
        await eraseDue(deps)
      },
    },
  ]
}
