import { recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { holdOrRelease } from './hold.ts'
import { findAccount, lockAccountOf } from './queries.ts'
import { auditFields, subject } from './service.ts'

interface By {
  actor: Pick<CurrentUser, 'id' | 'username'>
  address: string | null
  reason: string
  jobId?: string
}

/**
 * Puts the account of a deployment on hold with its contents, as on the page of the account. A lab in it is ended first. The caller has locked the
 * pool and the deployment, and checked that the account may be held.
 */
export async function holdAccountOf(
  tx: Db,
  deps: Pick<Deps, 'queue' | 'tenants'>,
  deploymentId: string,
  { actor, address, reason, jobId }: By,
): Promise<void> {
  const account = await lockAccountOf(tx, deploymentId)
  if (!account) throw new ApiError('conflict', 'Its account was cleaned since, or went to somebody else.')
  await holdOrRelease(tx, deps, actor, account, { hold: true, reason })
  await recordAudit(tx, {
    ...{ actor, address, reason },
    action: 'cloud_accounts.hold',
    subject: subject(account),
    before: auditFields(account),
    after: { ...auditFields(await findAccount(tx, account.id)), deployment: deploymentId },
    ...(jobId && { jobId }),
  })
}
