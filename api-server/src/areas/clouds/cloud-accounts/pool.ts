import type { Cloud } from '@flagyard/api-types'
import type { ConsoleList } from '@flagyard/api-types/console-links'
import type { Db } from '../../../db/open.ts'
import type { CloudName } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { applyRequestedHold } from './hold.ts'
import * as queries from './queries.ts'

/** Display names of the pools, with the console list of their accounts. */
export const pools = {
  aws: { name: 'AWS', one: 'AWS account', many: 'AWS accounts', list: 'listAwsAccounts' },
  azure: { name: 'Azure', one: 'Azure subscription', many: 'Azure subscriptions', list: 'listAzureSubscriptions' },
  gcp: { name: 'GCP', one: 'GCP project', many: 'GCP projects', list: 'listGcpProjects' },
} as const satisfies Record<Cloud, { name: string; one: string; many: string; list: ConsoleList }>

/** `1 AWS account`, `3 GCP projects`. */
export const countAccounts = (cloud: Cloud, count: number): string =>
  `${count} ${count === 1 ? pools[cloud].one : pools[cloud].many}`

/** Account of a deployment, retired or not; undefined before the deployment has one. */
export const accountOf = async (db: Db, { cloud_account_id }: { cloud_account_id: string | null }) =>
  cloud_account_id === null ? undefined : queries.findAccount(db, cloud_account_id)

/**
 * Leases the account that has been free longest to a deployment, or reserves it for an exam. Undefined if no account is free. The caller has locked
 * the pool.
 */
export async function leaseFreeAccount(
  tx: Db,
  cloud: CloudName,
  deploymentId: string,
  { event, reason }: { event: 'leased' | 'reserved'; reason: string },
): Promise<queries.AccountRow | undefined> {
  const account = await queries.lockFreeAccount(tx, cloud)
  const set = { deployment_id: deploymentId }
  return account && queries.transitionAccount(tx, account.id, event, { reason, deploymentId, set })
}

/**
 * Takes an account back from a deployment: into the pool if nothing was built in it, on hold if an administrator asked for that, otherwise to the
 * clean-up. Undefined if the account was not in use. The caller has locked the pool.
 */
export async function returnAccount(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  id: string,
  deploymentId: string | null,
  reasons: Record<'released' | 'ended' | 'build_failed', string>,
): Promise<'released' | 'held' | 'dirty' | undefined> {
  const leasedTo = deploymentId ?? undefined
  const set = { retry_at: null, lease_token: null, heartbeat_at: null }
  const release = { reason: reasons.released, leasedTo, set: { ...set, deployment_id: null } }
  if (await queries.transitionAccount(tx, id, 'released', release)) return 'released'
  if (deploymentId && (await applyRequestedHold(tx, id, deploymentId))) return 'held'
  const dirty =
    (await queries.transitionAccount(tx, id, 'ended', { reason: reasons.ended, leasedTo, set })) ??
    (await queries.transitionAccount(tx, id, 'build_failed', { reason: reasons.build_failed, leasedTo, set }))
  if (!dirty) return undefined
  await queue.send(tx, 'cloud-accounts.clean', { id })
  return 'dirty'
}

/** Same for an account that no deployment uses. Locks the pool and does nothing if the account was assigned to another deployment meanwhile. */
export async function reclaimAccount(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  { id, cloud, deployment_id }: Pick<queries.AccountRow, 'id' | 'cloud' | 'deployment_id'>,
  reason: string,
) {
  await queries.lockPool(tx, cloud)
  const account = await queries.lockAccountById(tx, id)
  if (account?.deployment_id !== deployment_id) return undefined
  return returnAccount(tx, deps, id, deployment_id, { released: reason, ended: reason, build_failed: reason })
}

/** Takes a region out of use, so that its accounts are no longer leased, and returns the id of the outage. Locks the pool. */
export async function openOutage(tx: Db, outage: Parameters<typeof queries.insertOutage>[1]): Promise<string> {
  await queries.lockPool(tx, outage.cloud)
  const row = await queries.insertOutage(tx, outage)
  if (!row) throw new ApiError('conflict', 'This region is already out of use.')
  return row.id
}

/** Puts a region back into use and returns its cloud and name. Locks the pool. */
export async function closeOutage(tx: Db, id: string, endedBy: string): Promise<{ cloud: CloudName; region: string }> {
  const found = await queries.findOutage(tx, id)
  if (!found) throw new ApiError('not_found', 'This region is not out of use.')
  await queries.lockPool(tx, found.cloud)
  if (!(await queries.endOutage(tx, found.id, endedBy))) throw new ApiError('conflict', 'This outage is already over.')
  return found
}

/**
 * Sends all Available accounts to the clean-up after a restore: one of them may have been leased after the backup, which no row shows. Returns their
 * number.
 */
export async function distrustAccounts(tx: Db, reason: string): Promise<number> {
  await queries.lockPools(tx)
  const available = await queries.listAvailable(tx)
  for (const { id } of available) await queries.transitionAccount(tx, id, 'drifted', { reason })
  return available.length
}
