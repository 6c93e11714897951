import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { findKnown } from './change.ts'
import { assertChosen, becameOf, endRunning, lockWithHolders, takeVouchersBack } from './take-back.ts'
import * as queries from './take-back-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'queue' | 'clouds'>

/** Default reason, shown to the learners who lose access. */
const NO_REASON = 'Revoked by Flagyard'

export async function previewRevocation(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Accepted<'voucherRevocationPreview'>> {
  const { voucher, state } = await findKnown(db, id)
  const { rows, total } = await queries.listLosing(db, [id])
  const running = await queries.listRunning(db, [id])
  return {
    unused: state === 'available' ? voucher.uses - voucher.used : 0,
    losing: rows,
    losing_total: total,
    running: running.map(({ kind, username, title, state }) => ({ kind, username, title, state })),
  }
}

/**
 * Revokes a voucher and the access it opened; earned results stay. If a lab is deployed or an exam is booked only through this
 * voucher, the caller must choose whether it ends or runs out.
 */
export async function revokeVoucher(
  deps: NeededDeps,
  auditActor: AuditActor,
  id: string,
  { version, reason = NO_REASON, running: choice }: Partial<Output<'voucherRevocation'>>,
): Promise<void> {
  await findKnown(deps.db, id)
  await deps.db.transaction(async (tx) => {
    const [voucher] = await lockWithHolders(tx, [id])
    if (!voucher) throw new ApiError('not_found', 'There is no such voucher.')
    if (voucher.state === 'revoked') return
    if (version !== undefined && voucher.version !== version)
      throw new ApiError('stale_version', 'This voucher has just changed. Please look at it again.')
    const running = await queries.listRunning(tx, [id])
    assertChosen('This voucher is in use', running, choice)
    if (choice === 'end') await endRunning(tx, deps, auditActor, running, reason)
    const revoked = await takeVouchersBack(tx, [id], reason)
    await recordAudit(tx, {
      ...auditActor,
      action: 'vouchers.revoke',
      subject: { type: 'voucher', id },
      before: { state: voucher.state, used: voucher.used },
      after: {
        state: 'revoked',
        access_closed: revoked.length,
        ...becameOf(running, choice),
      },
      reason,
    })
  })
}
