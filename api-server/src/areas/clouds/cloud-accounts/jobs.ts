import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { checkAccount } from './cleaning/check.ts'
import { cleanAccount, verifyAccount } from './cleaning/cleanup.ts'
import { listDue, listLostChecks } from './cleaning/lease-queries.ts'
import { listExpired } from './cleaning/receipt-queries.ts'
import { expireResidue } from './cleaning/residue.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'tenants'>

interface JobData {
  id: string
}

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
    name: 'cloud-accounts.check',
    expireInSeconds: 600,
    concurrency: 4,
    handle: ({ id }: JobData, { signal }) => checkAccount(deps, id, signal),
  } satisfies Job<JobData>,
  {
    name: 'cloud-accounts.sweep',
    isDue: async () => {
      const lists = await Promise.all([listDue(deps.db), listLostChecks(deps.db), listExpired(deps.db)])
      return lists.some((list) => list.length > 0)
    },
    handle: () => sweepAccounts(deps),
  },
]

/** Queues a job for every account that needs one. Safe to retry: a job for an account with a live worker does nothing. */
async function sweepAccounts({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await expireResidue({ db, queue })
  const due = await listDue(db)
  const idsOf = (pending: boolean) => due.filter(({ status }) => (status === 'Pending') === pending).map(({ id }) => id)
  await queue.sendMissing(db, 'cloud-accounts.verify', idsOf(true))
  await queue.sendMissing(db, 'cloud-accounts.clean', idsOf(false))
  const lost = await listLostChecks(db)
  await queue.sendMissing(
    db,
    'cloud-accounts.check',
    lost.map(({ id }) => id),
  )
}
