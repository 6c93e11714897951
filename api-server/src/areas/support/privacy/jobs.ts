import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { eraseAddressData } from './address.ts'
import { eraseDueAccounts, sendDeletionReminders } from './erasure.ts'
import { failStuckExports, makeExport } from './exports.ts'
import { pruneExpired } from './prune.ts'

type NeededDeps = Pick<Deps, 'db' | 'files' | 'config' | 'clock' | 'queue' | 'log' | 'extensions'>

/** Safe to retry: see the functions. */
export const privacyJobs = (deps: NeededDeps): Job<never>[] => {
  const make: Job<{ id: string }> = {
    name: 'privacy.export',
    concurrency: 1,
    handle: ({ id }) => makeExport(deps, id),
  }
  const eraseAddress: Job<{ id: string }> = {
    name: 'privacy.erase-address',
    concurrency: 1,
    handle: ({ id }) => eraseAddressData(deps, id),
  }
  return [
    make as unknown as Job<never>,
    eraseAddress as unknown as Job<never>,
    {
      name: 'privacy.sweep',
      every: 600,
      async handle() {
        await failStuckExports(deps)
        await sendDeletionReminders(deps)
        await eraseDueAccounts(deps)
      },
    },
    {
      name: 'privacy.prune',
      every: 3600,
      expireInSeconds: 1800,
      handle: (_data, { signal }) => pruneExpired(deps, signal),
    },
  ]
}
