import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { CloudError } from '../../../../integrations/clouds/driver.ts'
import { credentialsOf, enqueueChecks } from '../credentials.ts'
import * as queries from '../queries.ts'
import { readAccount, subject } from '../service.ts'
import { failureOf, retryPending, saveCheck } from './lease-queries.ts'

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
