import type { Tenants } from '../cloud-accounts/tenants.ts'
import { assignFreeAccounts } from './allocation.ts'
import { listHolders, lockDeployment, nowEnded, stepDeployment } from './queries.ts'
import { beginTeardown } from './teardown.ts'

/** Deployments, as the pool of accounts sees them. */
export const tenants: Tenants = {
  assignFreeAccounts,
  lockDeployment,
  listHolders,
  async endForNuke(tx, deps, deploymentId) {
    const message = 'An administrator ended your lab. This cost you no reset.'
    const set = {
      reason: 'administrator' as const,
      message,
      ended_at: nowEnded().ended_at,
      cloud_account_id: null,
    }
    const ended =
      (await stepDeployment(tx, deploymentId, 'miss_again', { set })) ??
      (await beginTeardown(tx, deps, deploymentId, 'administrator', { message }))
    return ended !== undefined
  },
}
