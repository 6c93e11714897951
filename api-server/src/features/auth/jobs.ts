import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { deleteStaleAccounts } from './queries.ts'
import { deleteExpiredChallenges } from './second-factor/passkey-queries.ts'

/**
 * Replay: deletes accounts that were not activated for 7 days, and expired passkey challenges. A second run finds none.
 */
export const authJobs = ({ db, log }: Pick<Deps, 'db' | 'log'>): Job<never>[] => [
  {
    name: 'auth.remove-stale-accounts',
    every: 3600,
    async handle() {
      const removed = await deleteStaleAccounts(db)
      if (removed > 0) log.info({ removed }, 'Removed accounts that were never activated')
    },
  },
  {
    name: 'auth.remove-expired-challenges',
    every: 3600,
    async handle() {
      const removed = await deleteExpiredChallenges(db)
      if (removed > 0) log.info({ removed }, 'Removed expired passkey challenges')
    },
  },
]
