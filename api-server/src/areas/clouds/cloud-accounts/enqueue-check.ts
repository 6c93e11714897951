import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { requestChecks } from './check-queries.ts'
import type { AccountRow } from './queries.ts'

/** Queues credential checks. A Pending account is checked by the job that also checks whether it is empty. */
export async function enqueueChecks(tx: Db, { queue }: Pick<Deps, 'queue'>, accounts: AccountRow[]) {
  const idsOf = (pending: boolean) =>
    accounts.filter(({ status }) => (status === 'Pending') === pending).map(({ id }) => id)
  await requestChecks(
    tx,
    accounts.map(({ id }) => id),
  )
  await queue.sendMissing(tx, 'cloud-accounts.verify', idsOf(true))
  await queue.sendMissing(tx, 'cloud-accounts.check', idsOf(false))
}
