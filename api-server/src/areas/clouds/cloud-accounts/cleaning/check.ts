import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { CloudError, type Inventory } from '../../../../integrations/clouds/driver.ts'
import { credentialsOf, enqueueChecks } from '../credentials.ts'
import * as queries from '../queries.ts'
import { markLooked } from '../queries.ts'
import { readAccount, subject } from '../service.ts'
import { failureOf, retryPending, saveCheck } from './lease-queries.ts'
import { withoutAccepted } from './residue.ts'

/** Verifies the credentials of an account with the cloud, immediately. */
export async function verifyNow(
  deps: Pick<Deps, 'db' | 'queue' | 'tenants'>,
  { actor, address }: AuditActor,
  id: string,
) {
  await deps.db.transaction(async (tx) => {
    const account = await queries.lockAccountByAnyId(tx, id)
    await enqueueChecks(tx, deps, [account])
    await recordAudit(tx, { actor, address, action: 'cloud_accounts.verify', subject: subject(account) })
  })
  return readAccount(deps, actor, id)
}

/**
 * Verifies the credentials of an account without changing anything in it. If they fail, an Available account leaves the pool; any other keeps its
 * state and gets the error. Safe to retry: verifies again.
 */
export async function checkAccount(
  { db, clouds, secrets }: Pick<Deps, 'db' | 'clouds' | 'secrets'>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const account = await queries.findAccount(db, id)
  if (account.retired_at) return
  const error = await tryCredentials({ clouds, secrets }, account, signal)
  await db.transaction(async (tx) => {
    const now = await queries.lockAccountById(tx, id)
    // The credentials were replaced meanwhile; the new ones have their own check.
    if (!now || now.retired_at || now.credentials_sealed !== account.credentials_sealed) return
    await saveCheck(tx, now, error)
    if (error === null) return
    const set = { last_error: error, ...retryPending() }
    await queries.transitionAccount(tx, id, 'credentials_changed', { reason: failureOf(error), set })
  })
}

/** Inventory of an account. Resources that an administrator accepted count as residue. Throws a CloudError if it cannot be read. */
export const takeInventory = async (
  { db, clouds, secrets }: Pick<Deps, 'db' | 'clouds' | 'secrets'>,
  account: queries.AccountRow,
  signal: AbortSignal,
): Promise<Inventory> =>
  withoutAccepted(db, account.id, await clouds.inventory(credentialsOf({ secrets }, account), { signal }))

interface AccountDrift extends Pick<queries.AccountRow, 'cloud'> {
  kind: 'not_empty' | 'unreadable'
  cloud_account_id: string
  detail: string
  done: string
}

/**
 * Checks that an idle account is still empty, and sends it to the clean-up if not. Calls `report` in the transaction of the change. Safe to retry: it
 * checks again. Skips an account that was leased meanwhile, which the changed receipt shows.
 */
export async function inspectAccount(
  deps: Pick<Deps, 'db' | 'clouds' | 'secrets' | 'queue'>,
  id: string,
  signal: AbortSignal,
  report: (tx: Db, drift: AccountDrift) => Promise<void>,
): Promise<void> {
  const { db } = deps
  const account = await queries.findAccount(db, id)
  if (account.status !== 'Available' || account.retired_at) return
  const about = { cloud: account.cloud, cloud_account_id: id }
  try {
    const { left } = await takeInventory(deps, account, signal)
    await db.transaction(async (tx) => {
      const now = await queries.lockAccountById(tx, id)
      if (now?.status !== 'Available' || now.receipt_id !== account.receipt_id) return
      await markLooked(tx, id)
      if (left.length === 0) return
      const names = left.slice(0, 5).map(({ type, name }) => `${type} ${name}`)
      const reason = `Drift found: ${names.join(', ')}${left.length > names.length ? ' and more' : ''}`
      if (!(await queries.transitionAccount(tx, id, 'drifted', { reason, set: { retry_at: null } }))) return
      await deps.queue.send(tx, 'cloud-accounts.clean', { id })
      await report(tx, { ...about, kind: 'not_empty', detail: reason, done: 'Sent to the clean-up' })
    })
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    await db.transaction(async (tx) => {
      await markLooked(tx, id)
      await enqueueChecks(tx, deps, [account])
      await report(tx, {
        ...about,
        kind: 'unreadable',
        detail: error.message,
        done: 'Its credentials are being checked',
      })
    })
  }
}

async function tryCredentials(
  { clouds, secrets }: Pick<Deps, 'clouds' | 'secrets'>,
  account: queries.AccountRow,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    await clouds.verify(credentialsOf({ secrets }, account), { signal })
    return null
  } catch (error) {
    if (error instanceof CloudError) return error.message
    throw error
  }
}
