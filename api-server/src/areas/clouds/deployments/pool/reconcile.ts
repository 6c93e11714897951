import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { CloudError } from '../../../../integrations/clouds/driver.ts'
import {
  applyRequestedHold,
  credentialsOf,
  enqueueChecks,
  findAccount,
  lockAccountById,
  lockPool,
  markLooked,
  ringAlarms,
  transitionAccount,
  withoutAccepted,
} from '../../cloud-accounts/index.ts'
import { assignFreeAccounts } from '../queue/allocation.ts'
import { beginTeardown, refundReset } from '../teardown/teardown.ts'
import * as queries from './reconcile-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'secrets' | 'clouds' | 'log'>

/**
 * Compares accounts, deployments and jobs, and repairs mismatches using only the regular state transitions. Checks against the clouds run in
 * batches, in separate jobs. Safe to retry: repaired mismatches are not found again, and each step checks its own condition.
 */
export async function reconcilePool(deps: NeededDeps): Promise<void> {
  const { db, queue } = deps
  for (const found of await queries.listWithoutReceipt(db)) await db.transaction((tx) => lookAgain(tx, deps, found))
  for (const found of await queries.listWithoutDeployment(db)) await db.transaction((tx) => takeBack(tx, deps, found))
  for (const found of await queries.listWithoutAccount(db)) await db.transaction((tx) => endAstray(tx, deps, found))
  for (const { id, ...found } of await queries.listLostJobs(db))
    await report(db, deps, {
      ...{ kind: 'job_lost', ...found, deployment_id: id },
      detail: 'Nobody has worked on a deployment for a quarter of an hour',
      done: 'The sweep gives it to another worker',
    })
  await db.transaction(async (tx) => enqueueChecks(tx, deps, await queries.listDueProbes(tx)))
  const due = await queries.listDueLooks(db)
  await queue.sendMissing(
    db,
    'deployments.look-into-account',
    due.map(({ id }) => id),
  )
}

async function report(tx: Db, deps: Pick<Deps, 'queue' | 'log'>, drift: queries.Drift): Promise<void> {
  if (!(await queries.insertDrift(tx, drift))) return
  deps.log.warn({ drift }, 'The pool is not as it should be')
  await ringAlarms(tx, deps)
}

interface Found {
  id: string
  cloud: 'aws' | 'azure' | 'gcp'
  deployment_id: string | null
}

async function lookAgain(tx: Db, deps: NeededDeps, { id, cloud }: Found) {
  const reason = 'No receipt shows that it is empty'
  const pending = await transitionAccount(tx, id, 'credentials_changed', { reason, set: { retry_at: null } })
  if (!pending) return
  await deps.queue.send(tx, 'cloud-accounts.verify', { id })
  const done = 'It is looked into before anybody gets it'
  await report(tx, deps, { kind: 'no_receipt', cloud, cloud_account_id: id, detail: reason, done })
}

/** Returns an account without a deployment to the pool, or to the clean-up if something may be in it. */
async function takeBack(tx: Db, deps: NeededDeps, { id, cloud, deployment_id }: Found) {
  await lockPool(tx, cloud)
  const account = await lockAccountById(tx, id)
  // Assigned to another deployment meanwhile.
  if (!account || account.deployment_id !== deployment_id) return
  const reason = 'No deployment has it any more'
  const set = { lease_token: null, heartbeat_at: null, retry_at: null }
  const told = { cloud, cloud_account_id: id, deployment_id, detail: reason }
  if (await transitionAccount(tx, id, 'released', { reason, set: { ...set, deployment_id: null } })) {
    await report(tx, deps, { ...told, kind: 'lease_without_job', done: 'Given back to the pool' })
    return assignFreeAccounts(tx, deps, cloud)
  }
  if (deployment_id && (await applyRequestedHold(tx, id, deployment_id)))
    return report(tx, deps, { ...told, kind: 'without_deployment', done: 'Held, as was asked for' })
  const dirty =
    (await transitionAccount(tx, id, 'ended', { reason, set })) ??
    (await transitionAccount(tx, id, 'build_failed', { reason, set }))
  if (!dirty) return
  await deps.queue.send(tx, 'cloud-accounts.clean', { id })
  await report(tx, deps, { ...told, kind: 'without_deployment', done: 'Handed to the clean-up' })
}

/** Ends a deployment whose account is assigned to another one. The account is left alone. */
async function endAstray(
  tx: Db,
  deps: NeededDeps,
  { id, cloud, cloud_account_id }: Omit<Found, 'deployment_id'> & { cloud_account_id: string | null },
) {
  const ended = await beginTeardown(tx, deps, id, 'failed', { message: ASTRAY })
  if (!ended) return
  await refundReset(tx, ended)
  await report(tx, deps, {
    ...{ kind: 'without_account', cloud, cloud_account_id, deployment_id: id },
    detail: 'A deployment stood in an account that is not its own',
    done: 'It is ended, at no cost to its learner',
  })
}

const ASTRAY = 'We had to end it, because its cloud account was lost to it. No reset was used. Please deploy it again.'

/**
 * Compares the contents of an idle account with its receipt. Safe to retry: it checks again. An account leased meanwhile is left alone, which the
 * changed receipt shows.
 */
export async function lookIntoAccount(deps: NeededDeps, id: string, signal: AbortSignal): Promise<void> {
  const { db, clouds, secrets } = deps
  const account = await findAccount(db, id)
  if (account.status !== 'Available' || account.retired_at) return
  const told = { cloud: account.cloud, cloud_account_id: id }
  try {
    const found = await clouds.inventory(credentialsOf({ secrets }, account), { signal })
    const { left } = await withoutAccepted(db, id, found)
    await db.transaction(async (tx) => {
      const now = await lockAccountById(tx, id)
      if (now?.status !== 'Available' || now.receipt_id !== account.receipt_id) return
      await markLooked(tx, id)
      if (left.length === 0) return
      const names = left.slice(0, 5).map(({ type, name }) => `${type} ${name}`)
      const reason = `Drift found: ${names.join(', ')}${left.length > names.length ? ' and more' : ''}`
      if (!(await transitionAccount(tx, id, 'drifted', { reason, set: { retry_at: null } }))) return
      await deps.queue.send(tx, 'cloud-accounts.clean', { id })
      await report(tx, deps, { kind: 'not_empty', ...told, detail: reason, done: 'Handed to the clean-up' })
    })
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    await db.transaction(async (tx) => {
      await markLooked(tx, id)
      await enqueueChecks(tx, deps, [account])
      const done = 'Its credentials are tried'
      await report(tx, deps, { kind: 'unreadable', ...told, detail: error.message, done })
    })
  }
}
