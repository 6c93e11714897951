import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../audit-log/record.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { AuditActor } from '../../identity/current-user.ts'
import { lockAccountsNoKey } from '../auth/service.ts'
import { endDeployments } from '../deployments/end-labs.ts'
import { revokeEntitlements } from '../entitlements/service.ts'
import { voidAttempt } from '../exam-room/service.ts'
import { findKnown } from './change.ts'
import { lockVoucher, updateVoucher } from './change-queries.ts'
import * as queries from './revoke-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'queue' | 'clouds'>

/** What people read who had it, when nobody gave a reason. */
const NO_REASON = 'Revoked by Flagyard'
/** Labs and exams that one revocation ends: each is a step of its own. */
const MAX_ENDED = 50

export async function previewRevocation(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Accepted<'voucherRevocationPreview'>> {
  const { voucher, state } = await findKnown(db, id)
  const { rows, total } = await queries.listLosing(db, id)
  const running = await queries.listRunning(db, id)
  return {
    unused: state === 'available' ? voucher.uses - voucher.used : 0,
    losing: rows,
    losing_total: total,
    running: running.map(({ kind, username, title, state }) => ({ kind, username, title, state })),
  }
}

/**
 * Revokes a voucher and the access that it opened; what was earned stays. While a lab is deployed or an exam booked through it alone,
 * whoever revokes says whether that ends or runs out.
 */
export async function revokeVoucher(
  deps: NeededDeps,
  auditActor: AuditActor,
  id: string,
  { version, reason = NO_REASON, running: choice }: Partial<Output<'voucherRevocation'>>,
): Promise<void> {
  await findKnown(deps.db, id)
  await deps.db.transaction(async (tx) => {
    const voucher = await lockWithHolders(tx, id)
    if (voucher.state === 'revoked') return
    if (version !== undefined && voucher.version !== version)
      throw new ApiError('stale_version', 'This voucher has just changed. Please look at it again.')
    const running = await queries.listRunning(tx, id)
    if (running.length > 0 && choice === undefined)
      throw new ApiError('conflict', `This voucher is in use: ${namesOf(running)}. Say whether that ends too.`, {
        extra: { running: running.map(nameOf) },
      })
    if (choice === 'end') await end(tx, deps, auditActor, running, reason)
    await updateVoucher(tx, id, { state: 'revoked', reason, mail_waits: false })
    const revoked = await revokeEntitlements(tx, [id], reason)
    await recordAudit(tx, {
      ...auditActor,
      action: 'vouchers.revoke',
      subject: { type: 'voucher', id },
      before: { state: voucher.state, used: voucher.used },
      after: {
        state: 'revoked',
        access_closed: revoked.length,
        ...(running.length > 0 && { [choice === 'end' ? 'ended' : 'runs_out']: running.map(nameOf) }),
      },
      reason,
    })
  })
}

/**
 * Locks the accounts of those who have it, and then the voucher: in the order of an activation, so that neither waits for the other in a
 * circle. Who activates in between is waited for, and found by asking again.
 */
async function lockWithHolders(tx: Tx, id: string) {
  const holders = await queries.listHolders(tx, id)
  await lockAccountsNoKey(tx, holders)
  const { voucher } = await lockVoucher(tx, id)
  const now = await queries.listHolders(tx, id)
  if (now.some((holder) => !holders.includes(holder)))
    throw new ApiError('stale_version', 'Somebody has just used this voucher. Please look at it again.')
  return voucher
}

async function end(tx: Tx, deps: NeededDeps, auditActor: AuditActor, running: queries.Running[], reason: string) {
  if (running.length > MAX_ENDED)
    throw invalidField('running', `At most ${MAX_ENDED} are ended at once. Let them run out, or end some of them first`)
  const exams = running.filter(({ kind }) => kind === 'exam')
  for (const { username, id } of exams) await voidAttempt(tx, deps, auditActor, { username, id }, { reason })
  const labs = running.filter(({ kind }) => kind === 'lab').map(({ id }) => id)
  await endDeployments(tx, deps, labs, 'Your access to this lab was revoked.')
}

const nameOf = ({ title, username }: queries.Running) => `${title} of ${username}`
const namesOf = (running: queries.Running[]) => {
  const shown = running.slice(0, 5).map(nameOf).join(', ')
  return running.length > 5 ? `${shown} and ${running.length - 5} more` : shown
}
