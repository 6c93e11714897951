import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { hasMailWaiting } from './mail-queries.ts'
import { mailVouchers } from './mail-waiting.ts'

export const voucherJobs = (deps: Pick<Deps, 'db' | 'config' | 'orderNumbers'>): Job<never>[] => [
  {
    name: 'vouchers.mail',
    isDue: () => hasMailWaiting(deps.db),
    concurrency: 1,
    handle: (_data, { signal }) => mailVouchers(deps, signal),
  },
]
