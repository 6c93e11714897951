import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { lockPool } from '../cloud-accounts/pool.ts'
import { findLesson } from '../courses/queries.ts'
import { findOpenLesson } from '../courses/service.ts'
import { findAccess } from '../entitlements/service.ts'
import {
  clearExtraData,
  consumeReset,
  findLabAccess,
  type LabAccessRow,
  startLabClock,
} from '../labs/access-queries.ts'
import { findLabBySlug } from '../labs/queries.ts'
import { assignFreeAccounts, releaseAccount } from './allocation.ts'
import { waitingStages } from './build.ts'
import * as timing from './lifecycle-queries.ts'
import { lastPartSeconds } from './present.ts'
import * as queries from './queries.ts'
import { beginTeardown } from './teardown.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'clouds'>

export interface Place {
  slug: string
  section: string
  lesson: string
}

/** Labs that one learner may have standing or waiting at once. */
export const MAX_ACTIVE_LABS = 3

/**
 * Leases an account and starts to build, or takes a place in the queue. A second click is answered with the first (fault 11);
 * a learner for whom an account is held claims it by this.
 */
export async function deployLab(deps: Needs, user: CurrentUser, place: Place): Promise<queries.DeploymentRow> {
  const { db } = deps
  const found = await findOpenLesson(db, user, place.slug, place.section, place.lesson)
  const lab = await labOf(db, found.lesson)
  const days = await requireLabTime(db, user, lab, found.course.id)
  return db.transaction(async (tx) => {
    await queries.lockLearner(tx, user.id)
    const active = await queries.findActive(tx, user.id, lab.id)
    if (active) return active.state === 'held' ? claim(tx, deps, active) : active
    requireExtraData(lab, await findLabAccess(tx, user.id, lab.id))
    await requireRoom(tx, user)
    const last = await queries.findLatest(tx, user.id, lab.id)
    const costs = last ? await queries.wasUsed(tx, last.id) : false
    if (costs) await payReset(tx, user, lab)
    await startLabClock(tx, user.id, lab.id, days)
    return enqueue(tx, deps, {
      user_id: user.id,
      lab_id: lab.id,
      course_id: found.course.id,
      lesson_id: found.lesson.id,
      cloud: lab.cloud,
      module_version: lab.module_version,
      stages: waitingStages(deps.clouds.stagesOf(lab)),
      cost_reset: costs,
      duration_seconds: lab.duration_minutes * 60,
    })
  })
}

async function labOf(db: Db, lesson: { lab_id: string | null }): Promise<queries.LabRow> {
  if (!lesson.lab_id) throw new ApiError('not_found', 'This lesson has no lab.')
  return queries.findLab(db, lesson.lab_id)
}

/** A lab bought alone has days of its own from its first deployment; with a course it is open as long as that. */
async function requireLabTime(db: Db, user: CurrentUser, lab: queries.LabRow, course: string): Promise<number | null> {
  const access = await findAccess(db, user.id, { course, lab: lab.id })
  if (!access.granted || access.entitlement.kind === 'course') return null
  const mine = await findLabAccess(db, user.id, lab.id)
  if (mine?.access_ends_at && mine.is_over)
    throw new ApiError(
      'no_access',
      `Your days of this lab ended on ${mine.access_ends_at.toISOString().slice(0, 10)}.`,
      {
        extra: { rule: 'ended' },
      },
    )
  return lab.access_days
}

function requireExtraData(lab: queries.LabRow, mine: LabAccessRow | undefined) {
  const missing = lab.extra_fields.find((field) => field.required && !mine?.extra_data[field.name]?.trim())
  if (missing) throw invalidField(`values.${missing.name}`, `This lab needs “${missing.label}” before it is built`)
}

async function requireRoom(tx: Db, user: CurrentUser) {
  if ((await queries.countActive(tx, user.id)) >= MAX_ACTIVE_LABS)
    throw new ApiError('conflict', `You have ${MAX_ACTIVE_LABS} labs already. End one of them first.`)
}

async function payReset(tx: Db, user: CurrentUser, lab: queries.LabRow) {
  if (!(await consumeReset(tx, user.id, lab.id, lab.resets)))
    throw new ApiError('conflict', 'You have no reset of this lab left. Write to us if you need one more.')
}

async function enqueue(tx: Db, deps: Needs, values: Parameters<typeof queries.insertDeployment>[1]) {
  await lockPool(tx, values.cloud)
  const row = await queries.insertDeployment(tx, values)
  await assignFreeAccounts(tx, deps, values.cloud)
  return queries.findDeployment(tx, row.id)
}

async function claim(tx: Db, { queue }: Needs, held: queries.DeploymentRow): Promise<queries.DeploymentRow> {
  const set = { held_until: null, lease_token: null, heartbeat_at: null }
  const row = await queries.stepDeployment(tx, held.id, 'claim', { set })
  if (row) await queue.send(tx, 'deployments.build', { id: row.id })
  return row ?? queries.findDeployment(tx, held.id)
}

/** Ends my lab: leaves the queue, gives a held account back, or tears down what stands. */
export async function destroyLab(deps: Needs, user: CurrentUser, place: Place): Promise<queries.DeploymentRow> {
  const active = await findActiveAt(deps.db, user, place)
  return deps.db.transaction(async (tx) => {
    const row = await cancelDeployment(tx, deps, active, 'learner')
    if (!row) throw new ApiError('conflict', 'Your lab is ending already.')
    return row
  })
}

/** Whatever state it is in, by one step; undefined when it has moved on. */
export async function cancelDeployment(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  deployment: queries.DeploymentRow,
  reason: 'learner' | 'administrator',
): Promise<queries.DeploymentRow | undefined> {
  await lockPool(tx, deployment.cloud)
  const set = { ended_at: queries.nowEnded().ended_at, reason: reason === 'learner' ? ('left_queue' as const) : reason }
  const left = await queries.stepDeployment(tx, deployment.id, 'leave', { set })
  if (left) return left
  const now = await queries.findDeployment(tx, deployment.id)
  if (now.state !== 'held') return beginTeardown(tx, deps, deployment.id, reason)
  const given = await queries.stepDeployment(tx, deployment.id, 'miss_again', { set })
  if (given && (await releaseAccount(tx, given, 'The learner left the queue')))
    await assignFreeAccounts(tx, deps, given.cloud)
  return given
}

async function findActiveAt(
  db: Db,
  user: CurrentUser,
  { slug, section, lesson }: Place,
): Promise<queries.DeploymentRow> {
  const found = await findLesson(db, slug, section, lesson)
  const active = found.lesson.lab_id && (await queries.findActive(db, user.id, found.lesson.lab_id))
  if (!active) throw new ApiError('conflict', 'This lab is not running.')
  return active
}

/** Adds time once the last part has begun, up to the hard deadline. */
export async function extendLab(deps: Needs, user: CurrentUser, place: Place): Promise<queries.DeploymentRow> {
  const active = await findActiveAt(deps.db, user, place)
  const lab = await queries.findLab(deps.db, active.lab_id ?? '')
  return deps.db.transaction(async (tx) => {
    const row = await timing.extend(tx, active.id, lab, lastPartSeconds(active.duration_seconds))
    if (row) return row
    const now = await queries.findDeployment(tx, active.id)
    if (now.state !== 'running') throw new ApiError('conflict', 'This lab is not running.')
    if (now.extensions_used >= lab.extensions)
      throw new ApiError('conflict', 'You have used all extensions of this lab.')
    throw new ApiError('conflict', 'Extending opens in the last quarter of your time.')
  })
}

/** Ends what runs and queues it again at the front, with the time that was left. Solved flags stay. */
export async function resetLabEnvironment(
  deps: Needs,
  user: CurrentUser,
  place: Place,
): Promise<queries.DeploymentRow> {
  return reset(deps, user, await findActiveAt(deps.db, user, place), { asksAgain: false })
}

/** The same by the lab's own slug; the extra data is asked again before it is built. */
export async function resetLab(deps: Needs, user: CurrentUser, slug: string): Promise<queries.DeploymentRow> {
  const lab = await findLabBySlug(deps.db, slug)
  const active = await queries.findActive(deps.db, user.id, lab.id)
  if (!active) throw new ApiError('conflict', 'This lab is not running.')
  return reset(deps, user, active, { asksAgain: lab.extra_fields.length > 0 })
}

async function reset(
  deps: Needs,
  user: CurrentUser,
  active: queries.DeploymentRow,
  { asksAgain }: { asksAgain: boolean },
): Promise<queries.DeploymentRow> {
  const lab = await queries.findLab(deps.db, active.lab_id ?? '')
  return deps.db.transaction(async (tx) => {
    await queries.lockLearner(tx, user.id)
    await lockPool(tx, active.cloud)
    const before = await timing.lockRunning(tx, active.id)
    if (!before) throw new ApiError('conflict', 'Only a lab that runs can be reset.')
    await payReset(tx, user, lab)
    await beginTeardown(tx, deps, active.id, 'reset')
    if (asksAgain) await clearExtraData(tx, user.id, lab.id)
    const { user_id, lab_id, course_id, lesson_id, cloud, module_version, extensions_used } = active
    return enqueue(tx, deps, {
      ...{ user_id, lab_id, course_id, lesson_id, cloud, module_version, extensions_used },
      stages: waitingStages(deps.clouds.stagesOf(lab)),
      cost_reset: true,
      priority: FRONT,
      duration_seconds: before.seconds_left,
    })
  })
}

/** Lower comes first in the queue: who was reset had an account a moment ago. */
const FRONT = -1
