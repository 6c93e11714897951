import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { CloudError, type Inventory, type ResourceName } from '../../integrations/clouds/driver.ts'
import { isLost, withHeartbeat } from '../../jobs/heartbeat.ts'
import { credentialsOf } from './credentials.ts'
import * as working from './lease-queries.ts'
import * as queries from './queries.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'tenants'>

/** After so many nukes in a row that failed, an account waits for a person. */
export const MAX_NUKE_FAILURES = 3
/** Between the two passes: what a cloud is slow to delete shows itself. */
export const SECOND_PASS_SECONDS = 3
const FIRST_RETRY_SECONDS = 30

/**
 * Brings a Dirty account back: destroy, nuke, look (Nuked), look again (Available). Only an account that was found empty twice is
 * ever Available again (fault 2).
 * Replay: a living worker's token is respected; after one that died, its pass begins anew, which removes what is left. Each write
 * is conditional on the token (fault 4).
 */
export async function cleanAccount(deps: Needs, id: string, signal: AbortSignal): Promise<void> {
  const token = randomUUID()
  const account = await take(deps, id, token)
  if (!account) return
  const pass = account.status === 'Nuked' ? 2 : 1
  try {
    const { removed, found } = await withHeartbeat(
      { beat: () => working.touchHeartbeat(deps.db, id, token), signal, log: deps.log },
      (alive) => empty(deps, account, alive),
    )
    await working.insertReceipt(deps.db, { cloud_account_id: id, pass, removed, ...found })
    if (found.left.length > 0) await failed(deps, account, token, leftOver(found.left))
    else if (pass === 1) await foundEmpty(deps, account, token)
    else await foundEmptyAgain(deps, account, token)
  } catch (error) {
    if (isLost(error)) return
    if (error instanceof CloudError) return failed(deps, account, token, error.message)
    await working.releaseLease(deps.db, id, token)
    throw error
  }
}

const leftOver = (left: ResourceName[]) =>
  `${left.length} left after the clean-up: ${left
    .slice(0, 5)
    .map(({ type, name }) => `${type} ${name}`)
    .join(', ')}`

async function take({ db }: Needs, id: string, token: string): Promise<queries.AccountRow | undefined> {
  return db.transaction(async (tx) => {
    const held = await working.acquireLease(tx, id, ['Dirty', 'Nuking', 'Nuked'], token)
    if (held?.status !== 'Dirty') return held
    return queries.stepAccount(tx, id, 'cleaning', { reason: 'Clean-up', token })
  })
}

async function empty({ clouds, ...deps }: Needs, account: queries.AccountRow, signal: AbortSignal) {
  const access = credentialsOf(deps, account)
  const removed: ResourceName[] = []
  if (account.deployment_id) removed.push(...(await clouds.destroy(access, account.deployment_id, { signal })).removed)
  removed.push(...(await clouds.nuke(access, { signal })).removed)
  const found: Inventory = await clouds.inventory(access, { signal })
  return { removed, found }
}

const nobody = { lease_token: null, heartbeat_at: null }

async function foundEmpty({ db, queue }: Needs, { id }: queries.AccountRow, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const reason = 'The first pass found it empty'
    if (!(await queries.stepAccount(tx, id, 'emptied', { reason, token, set: nobody }))) return
    await queue.send(tx, 'cloud-accounts.clean', { id }, { startAfter: SECOND_PASS_SECONDS })
  })
}

async function foundEmptyAgain(deps: Needs, { id, cloud }: queries.AccountRow, token: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const set = { ...nobody, ...working.clean(), deployment_id: null }
    const reason = 'The second pass found it empty too'
    await queries.lockPool(tx, cloud)
    if (await queries.stepAccount(tx, id, 'confirmed_empty', { reason, token, set }))
      await deps.tenants.assignFreeAccounts(tx, deps, cloud)
  })
}

/** Back to Dirty with a growing pause; after the third failure in a row into quarantine. */
async function failed({ db, log }: Needs, { id }: queries.AccountRow, token: string, why: string): Promise<void> {
  log.warn({ account: id, error: why }, 'a cloud account could not be emptied')
  await db.transaction(async (tx) => {
    const set = { ...nobody, ...working.countFailure(FIRST_RETRY_SECONDS), last_error: why }
    const dirty =
      (await queries.stepAccount(tx, id, 'nuke_failed', { reason: why, token, set })) ??
      (await queries.stepAccount(tx, id, 'found_again', { reason: why, token, set }))
    if (!dirty || dirty.nuke_failures < MAX_NUKE_FAILURES) return
    const reason = `Quarantined after the ${dirty.nuke_failures === 3 ? 'third' : `${dirty.nuke_failures}th`} failed clean-up in a row`
    await queries.stepAccount(tx, id, 'quarantined', { reason })
  })
}

/**
 * Signs in to a Pending account and looks at what is in it: empty becomes Available, anything else Dirty, a refusal stays Pending.
 * Replay: looks again.
 */
export async function verifyAccount(deps: Needs, id: string, signal: AbortSignal): Promise<void> {
  const { db, clouds, queue, log } = deps
  const token = randomUUID()
  const account = await working.acquireLease(db, id, ['Pending'], token)
  if (!account) return
  try {
    const found = await withHeartbeat(
      { beat: () => working.touchHeartbeat(db, id, token), signal, log },
      async (alive) => {
        const access = credentialsOf(deps, account)
        await clouds.verify(access, { signal: alive })
        return clouds.inventory(access, { signal: alive })
      },
    )
    await db.transaction(async (tx) => {
      await queries.lockPool(tx, account.cloud)
      const set = { ...nobody, last_error: null, retry_at: null }
      if (found.left.length > 0) {
        const reason = `Credentials verified, and something is in it: ${leftOver(found.left)}`
        if (await queries.stepAccount(tx, id, 'found_used', { reason, token, set }))
          await queue.send(tx, 'cloud-accounts.clean', { id })
      } else {
        const reason = 'Credentials verified, and it is empty'
        if (await queries.stepAccount(tx, id, 'verified', { reason, token, set }))
          await deps.tenants.assignFreeAccounts(tx, deps, account.cloud)
      }
    })
  } catch (error) {
    if (!(error instanceof CloudError)) {
      await working.releaseLease(db, id, token)
      throw error
    }
    await working.keepPending(db, account, token, error.message)
  }
}
