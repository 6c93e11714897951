import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { endLabs } from '../../clouds/deployments/end-labs.ts'
import type { Account } from '../../platform/auth/service.ts'

/** Ends the labs of accounts that are being disabled. Returns one audit record for each account that had any. */
export async function endLabsOfDisabled<A extends Pick<Account, 'id'>>(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  accounts: A[],
) {
  const userIds = accounts.map(({ id }) => id)
  const ended = Map.groupBy(await endLabs(tx, deps, userIds, 'administrator', MESSAGE), ({ user_id }) => user_id)
  return accounts.flatMap((account) => {
    const labs = ended.get(account.id)?.map(({ lab, state }) => `${lab} (${state})`)
    const change = { action: 'users.end_deployments' as const, before: { labs }, after: { labs: [] } }
    return labs ? [{ account, ...change }] : []
  })
}

/** Learners see this only after their account is enabled again. */
const MESSAGE = 'Your account was disabled.'
