import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { cleanAccount, verifyAccount } from './cleanup.ts'
import { listDue } from './lease-queries.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'tenants'>

interface Named {
  id: string
}

/** What a replay of each does stands at the function it calls. */
export const cloudAccountJobs = (deps: Needs): Job<never>[] => [
  {
    name: 'cloud-accounts.clean',
    expireInSeconds: 3000,
    concurrency: 8,
    handle: ({ id }: Named, { signal }) => cleanAccount(deps, id, signal),
  } satisfies Job<Named>,
  {
    name: 'cloud-accounts.verify',
    expireInSeconds: 600,
    concurrency: 4,
    handle: ({ id }: Named, { signal }) => verifyAccount(deps, id, signal),
  } satisfies Job<Named>,
  {
    name: 'cloud-accounts.sweep',
    every: 15,
    handle: () => sweepAccounts(deps),
  },
]

/** Sends every account that waits to its job; replay: an account that is being worked on refuses the second. */
export async function sweepAccounts({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  for (const { id, status } of await listDue(db))
    await queue.send(db, status === 'Pending' ? 'cloud-accounts.verify' : 'cloud-accounts.clean', { id })
}
