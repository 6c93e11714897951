import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { AuditActor } from '../../identity/current-user.ts'
import { lockAccountsNoKey } from '../auth/service.ts'
import { endDeployments } from '../deployments/end-labs.ts'
import { revokeEntitlements, writeResumed, writeSuspended } from '../entitlements/service.ts'
import { voidAttempt } from '../exam-room/service.ts'
import * as queries from './take-back-queries.ts'

export { listRunning, listSeats } from './take-back-queries.ts'

export type TakeBackDeps = Pick<Deps, 'config' | 'queue' | 'clouds'>
/** What becomes of what runs. */
type RunningChoice = 'end' | 'run_out'

/** Labs and exams that an administrator ends at once: each is a step of its own. */
const MAX_ENDED = 50

/**
 * Locks the accounts of those who have them, and then the vouchers: in the order of an activation, so that neither waits for the other in a
 * circle. Who activates in between is waited for, and found by asking again.
 */
export async function lockWithHolders(tx: Tx, ids: string[]) {
  const holders = await queries.listHolders(tx, ids)
  await lockAccountsNoKey(tx, holders)
  const locked = await queries.lockVouchers(tx, ids)
  const now = await queries.listHolders(tx, ids)
  if (now.some((holder) => !holders.includes(holder)))
    throw new ApiError('stale_version', 'Somebody has just used this voucher. Please look at it again.')
  return locked
}

/** Times that the locks are taken anew before the caller is asked to come back. */
const TRIES = 5

/** The same for what nobody can be asked about: when somebody came in between, the locks are given back and taken anew. */
export async function lockWithAllHolders(tx: Tx, ids: string[]) {
  for (let left = TRIES; ; left--) {
    try {
      return await tx.transaction((inner) => lockWithHolders(inner, ids))
    } catch (error) {
      if (left <= 1 || !(error instanceof ApiError) || error.code !== 'stale_version') throw error
    }
  }
}

/** Whoever takes vouchers back has said what becomes of what runs through them. */
export function assertChosen(what: string, running: queries.Running[], choice: RunningChoice | undefined) {
  if (running.length === 0 || choice !== undefined) return
  throw new ApiError('conflict', `${what}: ${namesOf(running)}. Say whether that ends too.`, {
    extra: { running: running.map(nameOf) },
  })
}

/** For the log of changes. */
export const becameOf = (running: queries.Running[], choice: RunningChoice | undefined) =>
  running.length > 0 ? { [choice === 'end' ? 'ended' : 'runs_out']: running.map(nameOf) } : {}

/** Ends labs and voids exams, under the locks of their accounts. Without an administrator, a bank decided it. */
export async function endRunning(
  tx: Tx,
  deps: TakeBackDeps,
  by: AuditActor | null,
  running: queries.Running[],
  reason: string,
): Promise<void> {
  if (by && running.length > MAX_ENDED)
    throw invalidField('running', `At most ${MAX_ENDED} are ended at once. Let them run out, or end some of them first`)
  const exams = running.filter(({ kind }) => kind === 'exam')
  for (const { username, id } of exams) await voidAttempt(tx, deps, by, { username, id }, { reason })
  const labs = running.filter(({ kind }) => kind === 'lab').map(({ id }) => id)
  await endDeployments(tx, deps, labs, 'Your access to this lab was revoked.')
}

/** Takes locked vouchers back, with the access that they opened. What was earned stays. Tells which access closed. */
export async function takeVouchersBack(tx: Tx, ids: string[], reason: string) {
  if (ids.length === 0) return []
  await queries.writeRevoked(tx, ids, reason)
  return revokeEntitlements(tx, ids, reason)
}

/** Suspends locked vouchers, and the access through them by which nothing was finished; tells which. What runs runs out. */
export async function suspend(tx: Tx, ids: string[], reason: string): Promise<string[]> {
  if (ids.length === 0) return []
  await queries.writeSuspended(tx, ids, reason)
  const unfinished = await queries.listUnfinished(tx, ids)
  if (unfinished.length > 0) await writeSuspended(tx, unfinished, reason)
  return unfinished
}

/** Gives back what was suspended at one of these moments. What somebody else closed before or since stays closed. */
export async function resume(tx: Tx, ids: string[], moments: queries.Moments): Promise<void> {
  if (ids.length === 0) return
  await queries.writeResumed(tx, ids, moments)
  const suspended = await queries.listSuspendedAt(tx, ids, moments)
  if (suspended.length > 0) await writeResumed(tx, suspended)
}

const nameOf = ({ title, username }: queries.Running) => `${title} of ${username}`
const namesOf = (running: queries.Running[]) => {
  const shown = running.slice(0, 5).map(nameOf).join(', ')
  return running.length > 5 ? `${shown} and ${running.length - 5} more` : shown
}
