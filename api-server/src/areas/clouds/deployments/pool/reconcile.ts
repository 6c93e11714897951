import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { checkAlarmsNow } from '../../../../extension-points/alarm-rule.ts'
import { enqueueChecks, inspectAccount, reclaimAccount, transitionAccount } from '../../cloud-accounts/index.ts'
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
  for (const found of await queries.listWithoutReceipt(db)) await db.transaction((tx) => verifyAgain(tx, deps, found))
  for (const found of await queries.listWithoutDeployment(db)) await db.transaction((tx) => reclaim(tx, deps, found))
  for (const found of await queries.listWithoutAccount(db))
    await db.transaction((tx) => endWithoutAccount(tx, deps, found))
  for (const { id, ...found } of await queries.listLostJobs(db))
    await report(db, deps, {
      kind: 'job_lost',
      ...found,
      deployment_id: id,
      detail: 'No worker has touched this deployment for 15 minutes',
      done: 'Queued for another worker',
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
  deps.log.warn({ drift }, 'Pool drift found')
  await checkAlarmsNow(tx, deps)
}

interface Found {
  id: string
  cloud: 'aws' | 'azure' | 'gcp'
  deployment_id: string | null
}

async function verifyAgain(tx: Db, deps: NeededDeps, { id, cloud }: Found) {
  const reason = 'No clean-up receipt shows that it is empty'
  const pending = await transitionAccount(tx, id, 'credentials_changed', { reason, set: { retry_at: null } })
  if (!pending) return
  await deps.queue.send(tx, 'cloud-accounts.verify', { id })
  const done = 'It is verified before it is leased again'
  await report(tx, deps, { kind: 'no_receipt', cloud, cloud_account_id: id, detail: reason, done })
}

async function reclaim(tx: Db, deps: NeededDeps, found: Found) {
  const detail = 'No deployment uses it'
  const outcome = await reclaimAccount(tx, deps, found, detail)
  if (!outcome) return
  const { id: cloud_account_id, cloud, deployment_id } = found
  const kind = outcome === 'released' ? 'lease_without_job' : 'without_deployment'
  await report(tx, deps, { kind, cloud, cloud_account_id, deployment_id, detail, done: DONE[outcome] })
  if (outcome === 'released') await assignFreeAccounts(tx, deps, cloud)
}

const DONE = { released: 'Returned to the pool', held: 'Put on hold, as requested', dirty: 'Sent to the clean-up' }

/** Ends a deployment whose account is assigned to another one. The account is not touched. */
async function endWithoutAccount(
  tx: Db,
  deps: NeededDeps,
  { id, cloud, cloud_account_id }: Omit<Found, 'deployment_id'> & { cloud_account_id: string | null },
) {
  const ended = await beginTeardown(tx, deps, id, 'failed', { message: ACCOUNT_REASSIGNED })
  if (!ended) return
  await refundReset(tx, ended)
  await report(tx, deps, {
    kind: 'without_account',
    cloud,
    cloud_account_id,
    deployment_id: id,
    detail: 'A deployment was in an account assigned to another one',
    done: 'Ended without using a reset',
  })
}

const ACCOUNT_REASSIGNED =
  'We had to end it because its cloud account was no longer assigned to it. No reset was used. Please deploy it again.'

/** Inspects an idle account and reports what is wrong with it. */
export const lookIntoAccount = (deps: NeededDeps, id: string, signal: AbortSignal): Promise<void> =>
  inspectAccount(deps, id, signal, (tx, drift) => report(tx, deps, drift))
