import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { deleteStaleAccounts } from './queries.ts'
import { removeExpiredChallenges } from './second-factor/passkey-queries.ts'

/** Replay: accounts never activated go after 7 days, challenges of passkeys with their time; a second run finds none. */
export const authJobs = ({ db, log }: Pick<Deps, 'db' | 'log'>): Job<never>[] => [
  {
    name: 'auth.remove-stale-accounts',
    every: 3600,
    async handle() {
      const removed = await deleteStaleAccounts(db)
      if (removed > 0) log.info({ removed }, 'removed accounts that were never activated')
    },
  },
  {
    name: 'auth.remove-expired-challenges',
    every: 3600,
    async handle() {
      const removed = await removeExpiredChallenges(db)
      if (removed > 0) log.info({ removed }, 'removed challenges of passkeys whose time was over')
    },
  },
]
