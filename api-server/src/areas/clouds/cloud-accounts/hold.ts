import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import * as queries from './queries.ts'
import { canHold, holdEvent, releaseEvent } from './transitions.ts'

type NeededDeps = Pick<Deps, 'queue' | 'tenants'>

/** Puts an account on hold with its contents, or releases it. The caller has locked the pool, the deployment in the account, and the account. */
export async function holdOrRelease(
  tx: Db,
  deps: NeededDeps,
  actor: Pick<CurrentUser, 'id'>,
  account: queries.AccountRow,
  { hold, reason }: { hold: boolean; reason: string | undefined },
): Promise<queries.AccountRow> {
  if (!reason) throw invalidField('reason', hold ? 'Enter a reason for the hold' : 'Enter a reason for releasing it')
  const options = { reason, actorId: actor.id }
  return hold ? holdAccount(tx, deps, account, options) : releaseAccount(tx, deps, account, options)
}

type Options = { reason: string; actorId: string }

/** Ends a lab in the account first. The teardown revokes the credentials and then applies the hold (`applyRequestedHold`). */
async function holdAccount(tx: Db, deps: NeededDeps, account: queries.AccountRow, options: Options) {
  if (account.hold_reason !== null)
    throw new ApiError('conflict', 'This account is already being held. The lab in it is still ending.')
  if (!canHold(account)) throw new ApiError('conflict', `An account in the state ${account.status} cannot be held.`)
  if (await isLabLeftToEnd(tx, deps, account)) {
    await queries.insertHistoryNote(tx, account, `Hold requested: ${options.reason}`, options.actorId)
    return queries.requestHold(tx, account.id, options.reason)
  }
  if (account.lock_reason === 'lease')
    await queries.transitionAccount(tx, account.id, 'released', { ...options, set: { deployment_id: null } })
  const event = holdEvent(await queries.findAccount(tx, account.id))
  const held = event && (await queries.transitionAccount(tx, account.id, event, options))
  if (!held) throw new ApiError('conflict', `An account in the state ${account.status} cannot be held.`)
  return held
}

/** Ends the lab in the account. True while its environment is still being torn down. */
async function isLabLeftToEnd(tx: Db, deps: NeededDeps, { status, lock_reason, deployment_id }: queries.AccountRow) {
  const isInUse = status === 'Provisioning' || status === 'Provisioned'
  if (!deployment_id || !(isInUse || lock_reason === 'lease')) return false
  await deps.tenants.endLab(tx, deps, deployment_id, HELD)
  return isInUse && (await deps.tenants.listHolders(tx, [deployment_id])).size > 0
}

const HELD = 'We had to take its cloud account out of use.'

/** Applies a requested hold to an account whose lab has just ended; false if none was requested. The caller has locked the pool. */
export async function applyRequestedHold(tx: Db, accountId: string, deploymentId: string): Promise<boolean> {
  const { hold_reason } = await queries.findAccount(tx, accountId)
  if (hold_reason === null) return false
  const set = { hold_reason: null, lease_token: null, heartbeat_at: null }
  const options = { reason: hold_reason, leasedTo: deploymentId, set }
  return Boolean(await queries.transitionAccount(tx, accountId, 'held_in_use', options))
}

async function releaseAccount(tx: Db, deps: NeededDeps, account: queries.AccountRow, options: Options) {
  const event = releaseEvent(account)
  const set = { is_evidence: false }
  const moved = event && (await queries.transitionAccount(tx, account.id, event, { ...options, set }))
  if (!moved) throw new ApiError('conflict', 'This account is not held.')
  if (moved.status === 'Available') {
    await deps.tenants.assignFreeAccounts(tx, deps, account.cloud)
    return queries.findAccount(tx, account.id)
  }
  await deps.queue.send(tx, 'cloud-accounts.clean', { id: account.id })
  return moved
}

/**
 * Preserves what a deployment left in an account: immediately if the account is no longer in use, otherwise in place of the later clean-up.
 * Undefined if there is nothing to preserve, because nothing was built or the clean-up has started. The caller has locked the pool.
 */
export async function keepAsEvidence(
  tx: Db,
  { accountId, deploymentId }: { accountId: string; deploymentId: string },
  options: Options,
): Promise<queries.AccountRow | undefined> {
  const account = await queries.lockAccountById(tx, accountId)
  if (!account || account.retired_at || account.deployment_id !== deploymentId) return undefined
  if (account.status === 'Locked' && account.lock_reason === 'hold' && account.used_contents)
    return queries.setEvidence(tx, account.id, account.hold_reason)
  if (account.status === 'Provisioning' || account.status === 'Provisioned') {
    await queries.insertHistoryNote(tx, account, `Hold requested: ${options.reason}`, options.actorId)
    return queries.setEvidence(tx, account.id, account.hold_reason ?? options.reason)
  }
  if (account.status !== 'Dirty') return undefined
  const set = { is_evidence: true, hold_reason: null, lease_token: null, heartbeat_at: null }
  return queries.transitionAccount(tx, account.id, 'held_in_use', { ...options, leasedTo: deploymentId, set })
}

/** Releases accounts held as evidence for clean-up. The caller has locked the pools. */
export async function releaseEvidence(tx: Db, deps: NeededDeps, accountIds: string[], options: Options) {
  const released: queries.AccountRow[] = []
  for (const id of accountIds) {
    const account = await queries.lockAccountById(tx, id)
    if (!account?.is_evidence) continue
    // Its lab is still ending, after which the account is cleaned anyway.
    if (account.status !== 'Locked') released.push(await queries.setEvidence(tx, id, null, false))
    else released.push(await releaseAccount(tx, deps, account, options))
  }
  return released
}
