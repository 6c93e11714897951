import type { Db } from '../../../../db/open.ts'
import type { CloudName } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { checkAlarmsNow } from '../../../../extension-points/alarm-rule.ts'
import { leaseFreeAccount, lockPool, transitionAccount } from '../../cloud-accounts/index.ts'
import * as queries from '../queries.ts'
import { MAX_ACTIVE_LABS } from '../sql.ts'
import { busiestMoment, hasRoomFor, type Span } from './capacity.ts'
import { CLEANING_MINUTES, deleteBooking, listGroupsOf, listOccupancy, saveBooking } from './capacity-queries.ts'
import * as queueQueries from './queries.ts'

/** Minutes for which an account is reserved for a learner who reached the front of the queue while their page was closed. */
export const HOLD_MINUTES = 10

/**
 * Assigns free accounts to the queue, in order, in the caller's transaction. Locks the cloud's queue first, so that no account is leased twice and
 * no learner is skipped. Called after every enqueue and whenever an account becomes free. Lock order: learner, queue, deployment, account.
 */
export async function assignFreeAccounts(tx: Db, { queue }: Pick<Deps, 'queue'>, cloud: CloudName): Promise<void> {
  await lockPool(tx, cloud)
  const passedOver: string[] = []
  for (;;) {
    const first = await queueQueries.findFirstInQueue(tx, cloud, passedOver)
    if (!first) return
    if (await isReservedForOthers(tx, cloud, first)) {
      passedOver.push(first.deployment.id)
      continue
    }
    const { deployment } = first
    const isExam = deployment.exam_id !== null
    // Candidates do not need to have the page open while their exam is prepared.
    const present = first.present || isExam
    const account = await leaseFreeAccount(tx, cloud, deployment.id, {
      event: isExam ? 'reserved' : 'leased',
      reason: isExam ? 'Reserved for an exam' : present ? 'Leased' : 'Reserved for the next learner in the queue',
    })
    if (!account) return void (await checkAlarmsNow(tx, { queue }))
    const held_until = present ? null : queries.minutesFromNow(HOLD_MINUTES)
    const { id: cloud_account_id, receipt_id } = account
    const set = { cloud_account_id, receipt_id, lease_token: null, heartbeat_at: null, held_until }
    if (!(await queries.transitionDeployment(tx, deployment.id, present ? 'allocate' : 'hold', { set })))
      throw new Error('The first deployment of a locked queue has changed')
    if (first.has_waited) await checkAlarmsNow(tx, { queue })
    if (present) await queue.send(tx, 'deployments.build', { id: deployment.id })
  }
}

/** Whether a lease now would leave too few accounts for exams and groups booked before it ends. Such a lab waits while others are served. */
async function isReservedForOthers(tx: Db, cloud: CloudName, first: queueQueries.FirstInQueue): Promise<boolean> {
  if (first.deployment.exam_id !== null || !first.has_bookings) return false
  const occupancy = await listOccupancy(tx, cloud)
  const groups = await listGroupsOf(tx, cloud, first.deployment.user_id)
  return !hasRoomFor(occupancy, { from: occupancy.now, until: new Date(first.free_again_at), groups }, 'lease')
}

/** Maximum number of queued deployments checked for the alarm. If all of these are passed over, the alarm is justified. */
const MAX_CHECKED = 20

/** Whether bookings for exams and groups block every waiting deployment from the free accounts. */
export async function isQueueBlocked(tx: Db, cloud: CloudName): Promise<boolean> {
  const passedOver: string[] = []
  while (passedOver.length < MAX_CHECKED) {
    const first = await queueQueries.findFirstInQueue(tx, cloud, passedOver)
    if (!first) break
    if (!(await isReservedForOthers(tx, cloud, first))) return false
    passedOver.push(first.deployment.id)
  }
  return passedOver.length > 0
}

/** Returns an account to the pool if nothing was built in it. */
export async function releaseAccount(
  tx: Db,
  { cloud_account_id, id }: Pick<queries.DeploymentRow, 'cloud_account_id' | 'id'>,
  reason: string,
): Promise<boolean> {
  if (!cloud_account_id) return false
  const set = { deployment_id: null, lease_token: null, heartbeat_at: null }
  return Boolean(await transitionAccount(tx, cloud_account_id, 'released', { reason, leasedTo: id, set }))
}

export async function assertBelowLabLimit(tx: Db, userId: string) {
  if ((await queries.countActive(tx, userId)) >= MAX_ACTIVE_LABS)
    throw new ApiError('conflict', `You already have ${MAX_ACTIVE_LABS} labs. End one of them first.`)
}

/**
 * Adds a deployment to the queue of a cloud and serves it immediately if an account is free. With `isPresent` false, the account is held: the
 * learner did not start this themselves and may be away.
 */
export async function enqueue(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  values: Parameters<typeof queries.insertDeployment>[1],
  { isPresent = true } = {},
): Promise<queries.DeploymentRow> {
  await lockPool(tx, values.cloud)
  const row = await queries.insertDeployment(tx, values, { isPresent })
  await assignFreeAccounts(tx, deps, values.cloud)
  return queries.findDeployment(tx, row.id)
}

/** Starts the build in the account that was held for an absent learner. */
export async function claim(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  held: queries.DeploymentRow,
): Promise<queries.DeploymentRow> {
  const set = { held_until: null, lease_token: null, heartbeat_at: null }
  const row = await queries.transitionDeployment(tx, held.id, 'claim', { set })
  if (row) await queue.send(tx, 'deployments.build', { id: row.id })
  return row ?? queries.findDeployment(tx, held.id)
}

/** Current and future use of a cloud's accounts. */
export interface Capacity {
  now: Date
  accounts: number
  /** Whether one more exam fits throughout the span, including the cleaning of its account afterwards. */
  hasRoomForExam(span: Span): boolean
  /** Use at the busiest moment of the span. `left` is the number of additional exams that fit throughout it. */
  busiestMoment(span: Span): ReturnType<typeof busiestMoment>
}

/** Capacity of a cloud, optionally without the booking of an attempt that is about to move. For a decision, the caller must hold the pool lock. */
export async function readCapacity(db: Db, cloud: CloudName, withoutAttempt?: string): Promise<Capacity> {
  const occupancy = await listOccupancy(db, cloud, withoutAttempt)
  return {
    now: occupancy.now,
    accounts: occupancy.accounts,
    hasRoomForExam: (span) => hasRoomFor(occupancy, withCleaning(span), 'booking'),
    busiestMoment: (span) => busiestMoment(occupancy, span),
  }
}

const withCleaning = ({ from, until }: Span): Span => ({
  from,
  until: new Date(until.getTime() + CLEANING_MINUTES * 60_000),
})

/**
 * Books an account for an exam, or moves its booking, under the pool lock. If no account is left, books nothing and returns the capacity, so that the
 * caller can find another time. `beyondCapacity` books anyway.
 */
export async function bookAccount(
  tx: Db,
  {
    cloud,
    attempt_id,
    span,
    beyondCapacity,
  }: { cloud: CloudName; attempt_id: string; span: Span; beyondCapacity: boolean },
): Promise<Capacity | undefined> {
  await lockPool(tx, cloud)
  await deleteBooking(tx, attempt_id)
  const capacity = await readCapacity(tx, cloud)
  if (!beyondCapacity && !capacity.hasRoomForExam(span)) return capacity
  const { from, until } = withCleaning(span)
  await saveBooking(tx, { attempt_id, cloud, from_at: from, until_at: until })
  return undefined
}

/** Releases the account booked for an attempt, which may let waiting labs start. Locks the pool. */
export async function releaseBooking(tx: Db, deps: Pick<Deps, 'queue'>, cloud: CloudName, attemptId: string) {
  await lockPool(tx, cloud)
  await deleteBooking(tx, attemptId)
  await assignFreeAccounts(tx, deps, cloud)
}
