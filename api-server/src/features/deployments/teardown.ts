import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import type { EndReason } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { withHeartbeat } from '../../jobs/heartbeat.ts'
import { credentialsOf } from '../cloud-accounts/credentials.ts'
import { type AccountRow, findAccount, lockPool, stepAccount } from '../cloud-accounts/pool.ts'
import { assignFreeAccounts, releaseAccount } from './allocation.ts'
import * as working from './lease-queries.ts'
import * as queries from './queries.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log'>

/**
 * Takes the credentials back and hands the account on: Dirty, or Available when nothing was built there.
 * Replay: revoking twice is revoking once; the steps happen in one transaction under the token of this run.
 */
export async function tearDown(deps: Needs, id: string, signal: AbortSignal): Promise<void> {
  const { db, clouds, log } = deps
  const token = randomUUID()
  const deployment = await working.acquireDeploymentLease(db, id, 'ending', token)
  // A build that is still stopping asks for this again when it has stopped.
  if (!deployment) return
  try {
    const account = deployment.cloud_account_id ? await findAccount(db, deployment.cloud_account_id) : undefined
    const beat = () => working.touchDeploymentHeartbeat(db, id, token, 'ending')
    if (account && account.status !== 'Locked')
      await withHeartbeat({ beat, signal, log }, (alive) =>
        clouds.revoke(credentialsOf(deps, account), id, { signal: alive }),
      )
    await db.transaction(async (tx) => handOn(tx, deps, deployment, account, token))
  } catch (error) {
    await working.releaseDeploymentLease(db, id, token)
    throw error
  }
}

async function handOn(
  tx: Db,
  deps: Needs,
  deployment: queries.DeploymentRow,
  account: AccountRow | undefined,
  token: string,
): Promise<void> {
  await lockPool(tx, deployment.cloud)
  const set = { ...queries.nowEnded(), lease_token: null, heartbeat_at: null }
  if (!(await queries.stepDeployment(tx, deployment.id, 'ended', { token, set }))) return
  if (!account) return
  if (await releaseAccount(tx, deployment, 'Ended before anything was built'))
    return assignFreeAccounts(tx, deps, deployment.cloud)
  const why = { leasedTo: deployment.id, set: { retry_at: null, lease_token: null, heartbeat_at: null } }
  const dirty =
    (await stepAccount(tx, account.id, 'ended', { ...why, reason: 'Ended, credentials revoked first' })) ??
    (await stepAccount(tx, account.id, 'build_failed', { ...why, reason: reasonOf(deployment.reason) }))
  if (dirty) await deps.queue.send(tx, 'cloud-accounts.clean', { id: account.id })
}

const reasonOf = (reason: EndReason | null) => (reason === 'failed' ? 'The build failed' : 'The build was cancelled')

/**
 * Begins to end a deployment that builds or runs; undefined when it does neither any more. Of an expiry, an extension, a click
 * and an administrator that come at once, the database lets one through (fault 20).
 */
export async function beginTeardown(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  id: string,
  reason: EndReason,
  {
    message = null,
    ...when
  }: { message?: string | null } & Pick<Parameters<typeof queries.stepDeployment>[3] & object, 'when'> = {},
): Promise<queries.DeploymentRow | undefined> {
  const row = await queries.stepDeployment(tx, id, 'end', { ...when, set: { reason, message } })
  if (row) await queue.send(tx, 'deployments.end', { id })
  return row
}
