import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../../deps.ts'
import { checkAlarmsNow } from '../../../../extension-points/alarm-rule.ts'
import { CloudError, type Inventory, type ResourceName } from '../../../../integrations/clouds/driver.ts'
import { describeVisible, type FoundTrace } from '../../../../integrations/clouds/traces.ts'
import { isLeaseLost, withHeartbeat } from '../../../../jobs/heartbeat.ts'
import { credentialsOf } from '../credentials.ts'
import * as queries from '../queries.ts'
import * as leases from './lease-queries.ts'
import { checkedColumns } from './lease-queries.ts'
import { listAccepted } from './receipt-queries.ts'
import { withoutAccepted } from './residue.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'tenants'>

/** Maximum number of consecutive failed nukes, after which an account is quarantined until an administrator handles it. */
const MAX_NUKE_FAILURES = 3
/** Seconds between the two clean-up passes, because clouds are slow to report remaining resources. */
const SECOND_PASS_SECONDS = 3
const FIRST_RETRY_SECONDS = 30

/**
 * Cleans a Dirty account: destroy, nuke, inventory (Nuked), inventory again (Available). Only an account found empty twice becomes Available. Safe
 * to retry: skips an account whose worker is alive. After a worker has died, its pass is repeated and removes what is left. Every write is
 * conditional on the lease token.
 */
export async function cleanAccount(deps: NeededDeps, id: string, signal: AbortSignal): Promise<void> {
  const token = randomUUID()
  const account = await startPass(deps, id, token)
  if (!account) return
  const pass = account.status === 'Nuked' ? 2 : 1
  try {
    const { removed, inventory, found, failure } = await withHeartbeat(
      { touch: () => leases.touchHeartbeat(deps.db, id, token), signal, log: deps.log },
      (alive) => emptyAccount(deps, account, pass, alive),
    )
    const receipt = randomUUID()
    await leases.insertReceipt(deps.db, {
      id: receipt,
      cloud_account_id: id,
      pass,
      removed,
      ...inventory,
      traces: found,
    })
    if (failure || inventory.left.length > 0)
      await handleFailure(deps, account, token, failure ?? describeLeftovers(inventory.left))
    else if (pass === 1) await finishFirstPass(deps, account, token)
    else await finishSecondPass(deps, account, token, receipt)
  } catch (error) {
    if (isLeaseLost(error)) return
    if (error instanceof CloudError) return handleFailure(deps, account, token, error.message)
    await leases.releaseLease(deps.db, id, token)
    throw error
  }
}

const describeLeftovers = (left: ResourceName[]) =>
  `${left.length === 1 ? '1 resource' : `${left.length} resources`} left: ${left
    .slice(0, 5)
    .map(({ type, name }) => `${type} ${name}`)
    .join(', ')}`

async function startPass({ db }: NeededDeps, id: string, token: string): Promise<queries.AccountRow | undefined> {
  return db.transaction(async (tx) => {
    const leased = await leases.acquireLease(tx, id, ['Dirty', 'Nuking', 'Nuked'], token)
    if (leased?.status !== 'Dirty') return leased
    return queries.transitionAccount(tx, id, 'cleaning', { reason: 'Clean-up', token })
  })
}

interface Emptied {
  removed: ResourceName[]
  inventory: Inventory
  /** Traces of previous holders. */
  found: FoundTrace[]
  /** Reason why the account does not count as empty, whatever its inventory says. */
  failure: string | undefined
}

/**
 * Takes the inventory even if the cleaner was stopped, because administrators can accept what is left. Accepted resources are skipped, so that they
 * do not stop a later pass. If a deployment cannot be destroyed cleanly, the account is nuked. If the account is still empty in the second pass, it
 * is probed for traces that its next holder could read.
 */
async function emptyAccount(
  { clouds, ...deps }: NeededDeps,
  account: queries.AccountRow,
  pass: 1 | 2,
  signal: AbortSignal,
): Promise<Emptied> {
  const access = credentialsOf(deps, account)
  const keep = await listAccepted(deps.db, account.id)
  const { deployment_id } = account
  const destroyed = deployment_id ? await untilStopped(clouds.destroy(access, deployment_id, { signal })) : NOTHING_DONE
  const nuked = await untilStopped(clouds.nuke(access, { signal, keep, deploymentId: deployment_id }))
  const removed = [...destroyed.removed, ...nuked.removed]
  try {
    const inventory = await withoutAccepted(deps.db, account.id, await clouds.inventory(access, { signal }))
    const isEmpty = !nuked.failure && inventory.left.length === 0
    const found = pass === 2 && isEmpty ? await clouds.probe(access, { signal }) : []
    return { removed, inventory, found, failure: nuked.failure ?? describeVisible(found) }
  } catch (error) {
    // The first error is the cause: rejected credentials make the inventory fail too.
    if (error instanceof CloudError && nuked.failure) throw new CloudError(error.kind, nuked.failure)
    throw error
  }
}

const NOTHING_DONE = { removed: [], failure: undefined }

/** Resources removed by the call, even if the cloud stopped it, and the reason for the stop. */
const untilStopped = (call: Promise<{ removed: ResourceName[] }>): Promise<Pick<Emptied, 'removed' | 'failure'>> =>
  call.then(
    ({ removed }) => ({ removed, failure: undefined }),
    (error: unknown) => {
      if (error instanceof CloudError) return { removed: error.removed, failure: error.message }
      throw error
    },
  )

const noLease = { lease_token: null, heartbeat_at: null }

async function finishFirstPass({ db, queue }: NeededDeps, { id }: queries.AccountRow, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const reason = 'The first pass found it empty'
    if (!(await queries.transitionAccount(tx, id, 'emptied', { reason, token, set: noLease }))) return
    await queue.send(tx, 'cloud-accounts.clean', { id }, { startAfter: SECOND_PASS_SECONDS })
  })
}

async function finishSecondPass(
  deps: NeededDeps,
  { id, cloud }: queries.AccountRow,
  token: string,
  receipt_id: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const set = { ...noLease, ...leases.cleanColumns(), deployment_id: null, receipt_id }
    const reason = 'The second pass found it empty too'
    await queries.lockPool(tx, cloud)
    if (await queries.transitionAccount(tx, id, 'confirmed_empty', { reason, token, set }))
      await deps.tenants.assignFreeAccounts(tx, deps, cloud)
  })
}

/** Returns the account to Dirty with an increasing retry delay, or to quarantine after the third consecutive failure. */
async function handleFailure(
  { db, log, queue }: NeededDeps,
  { id }: queries.AccountRow,
  token: string,
  error: string,
): Promise<void> {
  log.warn({ account: id, error }, 'A cloud account could not be emptied')
  await db.transaction(async (tx) => {
    const set = { ...noLease, ...leases.countFailure(FIRST_RETRY_SECONDS), last_error: error }
    const dirty =
      (await queries.transitionAccount(tx, id, 'nuke_failed', { reason: error, token, set })) ??
      (await queries.transitionAccount(tx, id, 'found_not_empty', { reason: error, token, set }))
    if (!dirty || dirty.nuke_failures < MAX_NUKE_FAILURES) return
    const reason = `Quarantined after the ${dirty.nuke_failures === 3 ? 'third' : `${dirty.nuke_failures}th`} failed clean-up in a row`
    if (await queries.transitionAccount(tx, id, 'quarantined', { reason })) await checkAlarmsNow(tx, { queue })
  })
}

/**
 * Verifies the credentials of a Pending account and takes its inventory. An empty account becomes Available, any other Dirty; with rejected
 * credentials it stays Pending. Safe to retry: verifies again.
 */
export async function verifyAccount(deps: NeededDeps, id: string, signal: AbortSignal): Promise<void> {
  const { db, clouds, queue, log } = deps
  const token = randomUUID()
  const account = await leases.acquireLease(db, id, ['Pending'], token)
  if (!account) return
  try {
    const { inventory, found } = await withHeartbeat(
      { touch: () => leases.touchHeartbeat(db, id, token), signal, log },
      async (alive) => {
        const access = credentialsOf(deps, account)
        await clouds.verify(access, { signal: alive })
        const inventory = await withoutAccepted(db, id, await clouds.inventory(access, { signal: alive }))
        return { inventory, found: inventory.left.length === 0 ? await clouds.probe(access, { signal: alive }) : [] }
      },
    )
    await db.transaction(async (tx) => {
      await queries.lockPool(tx, account.cloud)
      const set = { ...noLease, ...checkedColumns(null), last_error: null, retry_at: null }
      const visible = describeVisible(found)
      if (inventory.left.length > 0 || visible) {
        const reason =
          visible ?? `Credentials verified, but the account is not empty: ${describeLeftovers(inventory.left)}`
        if (await queries.transitionAccount(tx, id, 'found_used', { reason, token, set }))
          await queue.send(tx, 'cloud-accounts.clean', { id })
      } else {
        const reason = 'Credentials verified; the account is empty'
        const receipt_id = randomUUID()
        const verified = { reason, token, set: { ...set, receipt_id } }
        if (!(await queries.transitionAccount(tx, id, 'verified', verified))) return
        const receipt = { id: receipt_id, cloud_account_id: id, pass: 0, removed: [], ...inventory, traces: found }
        await leases.insertReceipt(tx, receipt)
        await deps.tenants.assignFreeAccounts(tx, deps, account.cloud)
      }
    })
  } catch (error) {
    if (!(error instanceof CloudError)) {
      await leases.releaseLease(db, id, token)
      throw error
    }
    await leases.saveVerificationFailure(db, account, token, error.message)
  }
}
