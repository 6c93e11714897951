import { randomUUID } from 'node:crypto'
import type { Db } from '../../../../db/open.ts'
import type { EndReason } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { withHeartbeat } from '../../../../jobs/heartbeat.ts'
import { learnerLabs } from '../../../catalogue/labs/index.ts'
import { accountOf, credentialsOf, lockPool, returnAccount } from '../../cloud-accounts/index.ts'
import * as leases from '../lease-queries.ts'
import type { DeploymentRow } from '../queries.ts'
import * as queries from '../queries.ts'
import { assignFreeAccounts } from '../queue/allocation.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log'>

/**
 * Revokes the credentials and returns the account: `Dirty`, on hold with its contents if an administrator asked for that, or `Available` if nothing
 * was built in it. Safe to retry: revoking twice has no further effect, and all transitions happen in one transaction under this run's token.
 */
export async function tearDown(deps: NeededDeps, id: string, signal: AbortSignal): Promise<void> {
  const { db, clouds, log } = deps
  const token = randomUUID()
  const deployment = await leases.acquireDeploymentLease(db, id, 'ending', token)
  // A build that is still stopping queues this job again when it has stopped.
  if (!deployment) return
  try {
    const account = await accountOf(db, deployment)
    const touch = () => leases.touchDeploymentHeartbeat(db, id, token, 'ending')
    if (account && account.status !== 'Locked')
      await withHeartbeat({ touch, signal, log }, (alive) =>
        clouds.revoke(credentialsOf(deps, account), id, { signal: alive }),
      )
    await db.transaction(async (tx) => finish(tx, deps, deployment, token))
  } catch (error) {
    await leases.releaseDeploymentLease(db, id, token)
    throw error
  }
}

async function finish(tx: Db, deps: NeededDeps, { id, cloud, cloud_account_id, reason }: DeploymentRow, token: string) {
  await lockPool(tx, cloud)
  const set = { ...queries.endedColumns(), lease_token: null, heartbeat_at: null }
  if (!(await queries.transitionDeployment(tx, id, 'ended', { token, set })) || !cloud_account_id) return
  const outcome = await returnAccount(tx, deps, cloud_account_id, id, {
    released: 'Ended before anything was built',
    ended: 'Ended after its credentials were revoked',
    build_failed: reason === 'failed' ? 'The build failed' : 'The build was cancelled',
  })
  if (outcome === 'released') await assignFreeAccounts(tx, deps, cloud)
}

/**
 * Starts ending a deployment that is being built or running; undefined otherwise. The database lets only one of a concurrent expiry, extension and
 * end succeed.
 */
export async function beginTeardown(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  id: string,
  reason: EndReason,
  {
    message = null,
    ...when
  }: { message?: string | null } & Pick<Parameters<typeof queries.transitionDeployment>[3] & object, 'when'> = {},
): Promise<DeploymentRow | undefined> {
  const row = await queries.transitionDeployment(tx, id, 'end', { ...when, set: { reason, message } })
  if (row) await queue.send(tx, 'deployments.end', { id })
  return row
}

/** Returns the reset that a deployment used, after a failure on our side. */
export async function refundReset(tx: Db, { cost_reset, user_id, lab_id }: DeploymentRow): Promise<void> {
  if (cost_reset && lab_id) await learnerLabs.returnReset(tx, user_id, lab_id)
}
