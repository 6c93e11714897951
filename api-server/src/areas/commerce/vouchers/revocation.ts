import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import { brand } from '../../../brand.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { changeEntitlements, revokeByVouchers } from '../../catalogue/entitlements/index.ts'
import { endDeployments } from '../../clouds/deployments/index.ts'
import { lockAccountsNoKey } from '../../platform/auth/index.ts'
import { voidAttempt } from '../../training/exam-attempts/index.ts'
import * as queries from './revocation-queries.ts'
import { findKnown } from './support/change.ts'

export type RevocationDeps = Pick<Deps, 'config' | 'queue' | 'clouds'>
/** Whether running labs and exams are ended, or run to their end. */
type RunningChoice = 'end' | 'run_out'

/** Maximum number of labs and exams that one request of an administrator ends. They are ended one by one. */
const MAX_ENDED = 50

/**
 * Revocation and suspension of vouchers with the access they opened, for refunds and disputes. Lock the vouchers first, with `lock` for a caller who
 * can try again and `lockRetrying` for an event. `revokeAll` returns the revoked access.
 */
export const revocation = {
  lock,
  lockRetrying,
  listSeats: queries.listSeats,
  listRunning: queries.listRunning,
  assertChosen,
  outcomeOf,
  endRunning,
  revokeAll,
  suspend,
  resume,
}

/**
 * Locks the holders' accounts and then the vouchers, in the same order as an activation, to avoid deadlocks. Throws `stale_version`
 * if a learner used a voucher in between.
 */
async function lock(tx: Tx, ids: string[]) {
  const holders = await queries.listHolders(tx, ids)
  await lockAccountsNoKey(tx, holders)
  const locked = await queries.lockVouchers(tx, ids)
  const now = await queries.listHolders(tx, ids)
  if (now.some((holder) => !holders.includes(holder)))
    throw new ApiError('stale_version', 'Someone has just used this voucher. Reload and try again.')
  return locked
}

/** Maximum attempts to lock vouchers and their holders before the error is passed on. */
const TRIES = 5

/** Like `lock`, but retries instead of asking the caller to: if a learner used a voucher in between, the locks are released and taken again. */
async function lockRetrying(tx: Tx, ids: string[]) {
  for (let left = TRIES; ; left--) {
    try {
      return await tx.transaction((inner) => lock(inner, ids))
    } catch (error) {
      if (left <= 1 || !(error instanceof ApiError) || error.code !== 'stale_version') throw error
    }
  }
}

/** Throws a conflict if labs or exams are running and the caller has not chosen what happens to them. */
function assertChosen(what: string, running: queries.Running[], choice: RunningChoice | undefined) {
  if (running.length === 0 || choice !== undefined) return
  throw new ApiError('conflict', `${what}: ${namesOf(running)}. Choose whether that ends too.`, {
    extra: { running: running.map(nameOf) },
  })
}

/** Ended or continuing labs and exams, for the audit record. */
function outcomeOf(running: queries.Running[], choice: RunningChoice | undefined) {
  return running.length > 0 ? { [choice === 'end' ? 'ended' : 'runs_out']: running.map(nameOf) } : {}
}

/** Ends labs and voids exams. The caller holds the locks of their accounts. `by` is null if a bank's decision caused it. */
async function endRunning(
  tx: Tx,
  deps: RevocationDeps,
  by: AuditActor | null,
  running: queries.Running[],
  reason: string,
): Promise<void> {
  if (by && running.length > MAX_ENDED)
    throw invalidField(
      'running',
      `At most ${MAX_ENDED} can be ended per request. Let them run out, or end some of them first`,
    )
  const exams = running.filter(({ kind }) => kind === 'exam')
  for (const { username, id } of exams) await voidAttempt(tx, deps, by, { username, id }, { reason })
  const labs = running.filter(({ kind }) => kind === 'lab').map(({ id }) => id)
  await endDeployments(tx, deps, labs, 'Your access to this lab was revoked.')
}

async function revokeAll(tx: Tx, ids: string[], reason: string) {
  if (ids.length === 0) return []
  await queries.writeRevoked(tx, ids, reason)
  return revokeByVouchers(tx, ids, reason)
}

/** Suspends locked vouchers and the unfinished access through them. Running labs and exams continue to their end. Returns the ids of the suspended access. */
async function suspend(tx: Tx, ids: string[], reason: string): Promise<string[]> {
  if (ids.length === 0) return []
  await queries.writeSuspended(tx, ids, reason)
  const unfinished = await queries.listUnfinished(tx, ids)
  if (unfinished.length > 0) await changeEntitlements(tx, unfinished, 'suspend', reason)
  return unfinished
}

/** Resumes what was suspended at one of these times. Anything closed at another time stays closed. */
async function resume(tx: Tx, ids: string[], moments: queries.Moments): Promise<void> {
  if (ids.length === 0) return
  await queries.writeResumed(tx, ids, moments)
  const suspended = await queries.listSuspendedAt(tx, ids, moments)
  if (suspended.length > 0) await changeEntitlements(tx, suspended, 'resume')
}

const nameOf = ({ title, username }: queries.Running) => `${title} of ${username}`
const namesOf = (running: queries.Running[]) => {
  const shown = running.slice(0, 5).map(nameOf).join(', ')
  return running.length > 5 ? `${shown} and ${running.length - 5} more` : shown
}

type NeededDeps = Pick<Deps, 'db' | 'config' | 'queue' | 'clouds'>

/** Default reason, shown to the learners who lose access. */
const noReason = () => `Revoked by ${brand().name}`

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
  { version, reason = noReason(), running: choice }: Partial<Output<'voucherRevocation'>>,
): Promise<void> {
  await findKnown(deps.db, id)
  await deps.db.transaction(async (tx) => {
    const [voucher] = await lock(tx, [id])
    if (!voucher) throw new ApiError('not_found', 'There is no such voucher.')
    if (voucher.state === 'revoked') return
    if (version !== undefined && voucher.version !== version)
      throw new ApiError('stale_version', 'This voucher was changed in the meantime. Reload and try again.')
    const running = await queries.listRunning(tx, [id])
    assertChosen('This voucher is in use', running, choice)
    if (choice === 'end') await endRunning(tx, deps, auditActor, running, reason)
    const revoked = await revokeAll(tx, [id], reason)
    await recordAudit(tx, {
      ...auditActor,
      action: 'vouchers.revoke',
      subject: { type: 'voucher', id },
      before: { state: voucher.state, used: voucher.used },
      after: { state: 'revoked', access_closed: revoked.length, ...outcomeOf(running, choice) },
      reason,
    })
  })
}
