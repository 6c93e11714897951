import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { lockPool } from '../cloud-accounts/pool.ts'
import { assignFreeAccounts } from './allocation.ts'
import { MAX_ACTIVE_LABS } from './desk/refusals-sql.ts'
import * as queries from './queries.ts'

export async function assertBelowLabLimit(tx: Db, userId: string) {
  if ((await queries.countActive(tx, userId)) >= MAX_ACTIVE_LABS)
    throw new ApiError('conflict', `You already have ${MAX_ACTIVE_LABS} labs. End one of them first.`)
}

/**
 * Adds a deployment to the queue of a cloud and serves it immediately if an account is free. With `isPresent` false, the account is held: the
 * learner did not start this themselves and may be away.
 */
export async function enqueue(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  values: Parameters<typeof queries.insertDeployment>[1],
  { isPresent = true } = {},
): Promise<queries.DeploymentRow> {
  await lockPool(tx, values.cloud)
  const row = await queries.insertDeployment(tx, values, { isPresent })
  await assignFreeAccounts(tx, deps, values.cloud)
  return queries.findDeployment(tx, row.id)
}

/** Starts the build in the account that was held for an absent learner. */
export async function claim(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  held: queries.DeploymentRow,
): Promise<queries.DeploymentRow> {
  const set = { held_until: null, lease_token: null, heartbeat_at: null }
  const row = await queries.transitionDeployment(tx, held.id, 'claim', { set })
  if (row) await queue.send(tx, 'deployments.build', { id: row.id })
  return row ?? queries.findDeployment(tx, held.id)
}
