import type { Tenants } from '../cloud-accounts/tenants.ts'
import { assignFreeAccounts } from './allocation.ts'
import { endedColumns, listHolders, lockDeployment, transitionDeployment } from './queries.ts'
import { beginTeardown } from './teardown.ts'

/** Deployments as tenants of the account pool. */
export const tenants: Tenants = {
  assignFreeAccounts,
  lockDeployment,
  listHolders,
  async endForNuke(tx, deps, deploymentId) {
    const message = 'An administrator ended your lab. This did not use up a reset.'
    const set = {
      reason: 'administrator' as const,
      message,
      ended_at: endedColumns().ended_at,
      cloud_account_id: null,
    }
    const ended =
      (await transitionDeployment(tx, deploymentId, 'give_up_hold', { set })) ??
      (await beginTeardown(tx, deps, deploymentId, 'administrator', { message }))
    return ended !== undefined
  },
}
