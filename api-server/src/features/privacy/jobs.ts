import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { eraseDueAccounts, sendDeletionReminders } from './erasure.ts'
import { makeExport, pruneExports } from './exports.ts'

type NeededDeps = Pick<Deps, 'db' | 'files' | 'config' | 'clock' | 'queue' | 'log' | 'extensions'>

/** Replays: see the functions. */
export const privacyJobs = (deps: NeededDeps): Job<never>[] => {
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
        await sendDeletionReminders(deps)
        await eraseDueAccounts(deps)
      },
    },
  ]
}
