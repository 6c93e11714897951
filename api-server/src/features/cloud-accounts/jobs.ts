import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { cleanAccount, verifyAccount } from './cleanup.ts'
import { listDue } from './lease-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'tenants'>

interface JobData {
  id: string
}

/** What a replay does is documented at the function each job calls. */
export const cloudAccountJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'cloud-accounts.clean',
    expireInSeconds: 3000,
    concurrency: 8,
    handle: ({ id }: JobData, { signal }) => cleanAccount(deps, id, signal),
  } satisfies Job<JobData>,
  {
    name: 'cloud-accounts.verify',
    expireInSeconds: 600,
    concurrency: 4,
    handle: ({ id }: JobData, { signal }) => verifyAccount(deps, id, signal),
  } satisfies Job<JobData>,
  {
    name: 'cloud-accounts.sweep',
    every: 15,
    handle: () => sweepAccounts(deps),
  },
]

/**
 * Enqueues a job for every account that needs one. Replay: a job for an account that is already being worked on does
 * nothing.
 */
export async function sweepAccounts({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  for (const { id, status } of await listDue(db))
    await queue.send(db, status === 'Pending' ? 'cloud-accounts.verify' : 'cloud-accounts.clean', { id })
}
