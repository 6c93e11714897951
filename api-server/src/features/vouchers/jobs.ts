import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { hasMailWaiting } from './mail-queries.ts'
import { mailVouchers } from './mail-waiting.ts'

export const voucherJobs = (deps: Pick<Deps, 'db' | 'config' | 'orderNumbers'>): Job<never>[] => [
  {
    // Replay: see `mailVouchers`. What gives vouchers to many sends it; the sweep finds what was lost, and gifts whose day has come.
    name: 'vouchers.mail',
    every: 30,
    isDue: () => hasMailWaiting(deps.db),
    concurrency: 1,
    handle: (_data, { signal }) => mailVouchers(deps, signal),
  },
]
