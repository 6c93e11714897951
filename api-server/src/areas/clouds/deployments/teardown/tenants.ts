import type { Tenants } from '../../../../ports/ports.ts'
import {
  endedColumns,
  findDeployment,
  findTenancies,
  isHeldBy,
  listHolders,
  listTenancies,
  lockDeployment,
  transitionDeployment,
} from '../queries.ts'
import { assignFreeAccounts } from '../queue/allocation.ts'
import { whatFollows } from './end-labs.ts'
import { beginTeardown, refundReset } from './teardown.ts'

/** Deployments as tenants of the account pool. */
export const tenants: Tenants = {
  assignFreeAccounts,
  lockDeployment,
  listHolders,
  isHeldBy,
  listTenancies,
  findTenancies,
  async endLab(tx, deps, deploymentId, why) {
    const message = `${why} ${whatFollows(await findDeployment(tx, deploymentId))}`
    const set = {
      reason: 'administrator' as const,
      message,
      ended_at: endedColumns().ended_at,
      cloud_account_id: null,
    }
    const ended =
      (await transitionDeployment(tx, deploymentId, 'give_up_hold', { set })) ??
      (await beginTeardown(tx, deps, deploymentId, 'administrator', { message }))
    if (ended) await refundReset(tx, ended)
    return ended !== undefined
  },
}
