import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { hasMailWaiting } from './mail-queries.ts'
import { mailVouchers } from './mail-waiting.ts'

export const voucherJobs = (deps: Pick<Deps, 'db' | 'config' | 'orderNumbers'>): Job<never>[] => [
  {
    // Safe to retry: see `mailVouchers`. Bulk assignments queue this job; the schedule catches lost jobs and gifts whose day has come.
    name: 'vouchers.mail',
    every: 30,
    isDue: () => hasMailWaiting(deps.db),
    concurrency: 1,
    handle: (_data, { signal }) => mailVouchers(deps, signal),
  },
]
