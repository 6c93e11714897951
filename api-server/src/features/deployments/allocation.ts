import type { Db } from '../../db/open.ts'
import type { CloudName } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { lockFreeAccount, lockPool, stepAccount } from '../cloud-accounts/pool.ts'
import * as queries from './queries.ts'
import * as waiting from './queue-queries.ts'

/** How long an account is held for a learner whose turn comes while the page is closed. */
export const HOLD_MINUTES = 10

/**
 * Gives free accounts to whoever waits, the first in the queue first: the account and the deployment change in the caller's
 * transaction, and the queue of the cloud is locked before, so that no account is leased twice and nobody is passed over
 * (fault 12). Called wherever somebody starts to wait or an account comes back.
 * Whoever locks more than one thing takes them in this order: learner, queue, deployment, account.
 */
export async function assignFreeAccounts(tx: Db, { queue }: Pick<Deps, 'queue'>, cloud: CloudName): Promise<void> {
  await lockPool(tx, cloud)
  for (;;) {
    const first = await waiting.findFirstInQueue(tx, cloud)
    if (!first) return
    const account = await lockFreeAccount(tx, cloud)
    if (!account) return
    const { deployment, present } = first
    const leased = await stepAccount(tx, account.id, 'leased', {
      reason: present ? 'Leased' : 'Held for a learner whose turn came',
      deploymentId: deployment.id,
      set: { deployment_id: deployment.id },
    })
    if (!leased) return
    const held_until = present ? null : queries.minutesFromNow(HOLD_MINUTES)
    const set = { cloud_account_id: account.id, lease_token: null, heartbeat_at: null, held_until }
    if (!(await queries.stepDeployment(tx, deployment.id, present ? 'turn' : 'turn_absent', { set })))
      throw new Error('The head of a locked queue moved')
    if (present) await queue.send(tx, 'deployments.build', { id: deployment.id })
  }
}

/** Gives an account back on which nothing was built. */
export async function releaseAccount(
  tx: Db,
  { cloud_account_id, id }: Pick<queries.DeploymentRow, 'cloud_account_id' | 'id'>,
  reason: string,
): Promise<boolean> {
  if (!cloud_account_id) return false
  const set = { deployment_id: null, lease_token: null, heartbeat_at: null }
  return Boolean(await stepAccount(tx, cloud_account_id, 'released', { reason, leasedTo: id, set }))
}
