import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findLesson } from '../../catalogue/courses/index.ts'
import { findAccess } from '../../catalogue/entitlements/index.ts'
import { findLab, type LabRow, learnerLabs, needsExtraData } from '../../catalogue/labs/index.ts'
import { findOpenLesson } from '../../catalogue/progress/index.ts'
import { lockActiveAccount } from '../../platform/auth/index.ts'
import { acceptPage } from '../../platform/legal/index.ts'
import { lockPool } from '../cloud-accounts/index.ts'
import { toWaitingStages } from './build/build.ts'
import * as lifecycle from './lease-queries.ts'
import { extensionWindowSeconds } from './present.ts'
import * as queries from './queries.ts'
import { assertBelowLabLimit, assignFreeAccounts, claim, enqueue, releaseAccount } from './queue/allocation.ts'
import { findRunLab, readSnapshot, saveSnapshot } from './snapshot-queries.ts'
import { beginTeardown } from './teardown/teardown.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds' | 'clock'>

interface LessonRef {
  slug: string
  section: string
  lesson: string
}

/** Leases an account and starts the build, or joins the queue. A second click returns the first deployment. For a learner with a held account, claims it. */
export async function deployLab(deps: NeededDeps, user: CurrentUser, ref: LessonRef): Promise<queries.DeploymentRow> {
  return deps.db.transaction(async (tx) => {
    await lockActiveAccount(tx, user.id)
    const { course, lesson, lab, days } = await assertMayDeploy(tx, user, ref)
    const active = await queries.findActive(tx, user.id, lab.id)
    if (active) return active.state === 'held' ? claim(tx, deps, active) : active
    await acceptPage(tx, deps.clock.now(), { userId: user.id, page: 'lab_rules', via: 'page' })
    await assertBelowLabLimit(tx, user.id)
    const snapshot = await readSnapshot(tx, lab.id, lesson.id)
    const begun = { ...lab, ...snapshot.lab }
    await confirmExtraData(tx, user, begun)
    const last = await queries.findLatest(tx, user.id, lab.id)
    const costsReset = last ? await queries.redeployCostsReset(tx, last.id) : false
    if (costsReset) await spendReset(tx, user, begun)
    await learnerLabs.startClock(tx, user.id, lab.id, days)
    return enqueue(tx, deps, {
      user_id: user.id,
      lab_id: lab.id,
      course_id: course.id,
      lesson_id: lesson.id,
      snapshot_id: await saveSnapshot(tx, lab.id, snapshot),
      cloud: begun.cloud,
      module_version: begun.module_version,
      stages: toWaitingStages(deps.clouds.stagesOf(begun)),
      cost_reset: costsReset,
      duration_seconds: begun.duration_minutes * 60,
    })
  })
}

/**
 * The one place that says whether a learner may deploy the lab of a lesson. Called under the lock of their account, so that access cannot end meanwhile.
 * The lesson must be open to them, and the lab covered by their access. A lab bought individually is open for some days from its first deployment:
 * `days`, which is null in a course, where the lab is open as long as the course is.
 */
async function assertMayDeploy(tx: Db, user: CurrentUser, ref: LessonRef) {
  const { course, lesson } = await findOpenLesson(tx, user, ref.slug, ref.section, ref.lesson)
  if (!lesson.lab_id) throw new ApiError('not_found', 'This lesson has no lab.')
  const lab = await findLab(tx, { id: lesson.lab_id })
  const access = await findAccess(tx, user.id, { course: course.id, lab: lab.id })
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
  if (access.entitlement.kind === 'course') return { course, lesson, lab, days: null }
  const learnerLab = await learnerLabs.find(tx, user.id, lab.id)
  if (learnerLab?.access_ends_at && learnerLab.is_over)
    throw new ApiError(
      'no_access',
      `Your access to this lab ended on ${learnerLab.access_ends_at.toISOString().slice(0, 10)}.`,
      { extra: { rule: 'ended' } },
    )
  return { course, lesson, lab, days: lab.access_days }
}

/** Required extra data must be present. If all fields are optional, deploying confirms that there is none. */
async function confirmExtraData(tx: Db, user: CurrentUser, lab: LabRow) {
  const learnerLab = await learnerLabs.find(tx, user.id, lab.id)
  if (!needsExtraData(lab, learnerLab)) return
  const given = learnerLab?.extra_data ?? {}
  const missing = lab.extra_fields.find((field) => field.required && !given[field.name]?.trim())
  if (missing) throw invalidField(`values.${missing.name}`, `This lab needs “${missing.label}” before it can be built`)
  await learnerLabs.saveExtraData(tx, user.id, lab.id, given)
}

async function spendReset(tx: Db, user: Pick<CurrentUser, 'id'>, lab: LabRow) {
  if (!(await learnerLabs.consumeReset(tx, user.id, lab.id, lab.resets)))
    throw new ApiError('conflict', 'You have no resets of this lab left. Write to us if you need another one.')
}

/** Ends the learner's lab: leaves the queue, returns a held account, or tears down the environment. */
export async function destroyLab(deps: NeededDeps, user: CurrentUser, ref: LessonRef): Promise<queries.DeploymentRow> {
  const active = await findActiveAt(deps.db, user, ref)
  return deps.db.transaction(async (tx) => {
    const row = await cancelDeployment(tx, deps, active, 'learner')
    if (!row) throw new ApiError('conflict', 'Your lab is already ending.')
    return row
  })
}

/** Cancels a deployment in any state with one transition; undefined if it is already ending or has ended. */
export async function cancelDeployment(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  deployment: queries.DeploymentRow,
  reason: 'learner' | 'administrator' | 'exam_over' | 'reset' | 'abuse',
  message: string | null = null,
): Promise<queries.DeploymentRow | undefined> {
  await lockPool(tx, deployment.cloud)
  const set = {
    ended_at: queries.endedColumns().ended_at,
    reason: reason === 'learner' ? ('left_queue' as const) : reason,
    message,
  }
  const leftQueue = await queries.transitionDeployment(tx, deployment.id, 'leave_queue', { set })
  if (leftQueue) return leftQueue
  const current = await queries.findDeployment(tx, deployment.id)
  if (current.state !== 'held') return beginTeardown(tx, deps, deployment.id, reason, { message })
  const cancelled = await queries.transitionDeployment(tx, deployment.id, 'give_up_hold', { set })
  if (cancelled && (await releaseAccount(tx, cancelled, RELEASED[reason])))
    await assignFreeAccounts(tx, deps, cancelled.cloud)
  return cancelled
}

const RELEASED = {
  learner: 'The learner left the queue',
  administrator: 'An administrator ended the lab',
  exam_over: 'The exam is over',
  reset: 'The candidate asked for a new environment',
  abuse: 'The account of its learner was frozen',
}

async function findActiveAt(
  db: Db,
  user: CurrentUser,
  { slug, section, lesson }: LessonRef,
): Promise<queries.DeploymentRow> {
  const found = await findLesson(db, slug, section, lesson)
  const active = found.lesson.lab_id && (await queries.findActive(db, user.id, found.lesson.lab_id))
  if (!active) throw new ApiError('conflict', 'This lab is not running.')
  return active
}

/** Extends a lab in its last part, up to the hard deadline. */
export async function extendLab(deps: NeededDeps, user: CurrentUser, ref: LessonRef): Promise<queries.DeploymentRow> {
  const active = await findActiveAt(deps.db, user, ref)
  const lab = await findRunLab(deps.db, active)
  return deps.db.transaction(async (tx) => {
    const row = await lifecycle.extend(tx, active.id, lab, extensionWindowSeconds(active.duration_seconds))
    if (row) return row
    const current = await queries.findDeployment(tx, active.id)
    if (current.state !== 'running') throw new ApiError('conflict', 'This lab is not running.')
    if (current.extensions_used >= lab.extensions)
      throw new ApiError('conflict', 'You have used all extensions of this lab.')
    throw new ApiError('conflict', 'You can extend a lab in the last quarter of your time.')
  })
}

/** Ends the running lab and puts it at the front of the queue, with the same snapshot and the remaining time. Solved flags stay. */
export async function resetLabEnvironment(
  deps: NeededDeps,
  user: CurrentUser,
  ref: LessonRef,
): Promise<queries.DeploymentRow> {
  return reset(deps, await findActiveAt(deps.db, user, ref), { mustReenterExtraData: false })
}

/** Like `resetLabEnvironment`, by the lab's slug; the extra data must be entered again before the build. */
export async function resetLab(deps: NeededDeps, user: CurrentUser, slug: string): Promise<queries.DeploymentRow> {
  const lab = await findLab(deps.db, { slug })
  const active = await queries.findActive(deps.db, user.id, lab.id)
  if (!active) throw new ApiError('conflict', 'This lab is not running.')
  return reset(deps, active, { mustReenterExtraData: true })
}

async function reset(
  deps: NeededDeps,
  active: queries.DeploymentRow,
  { mustReenterExtraData }: { mustReenterExtraData: boolean },
): Promise<queries.DeploymentRow> {
  const lab = await findRunLab(deps.db, active)
  return deps.db.transaction((tx) => buildAgain(tx, deps, active, { lab, mustReenterExtraData, costsReset: true }))
}

/**
 * Like `resetLab`, but done by an administrator and without using a reset. Undefined if the learner has no deployment of the lab; fails if it is
 * not running.
 */
export async function resetLabForLearner(
  tx: Db,
  deps: Pick<Deps, 'queue' | 'clouds'>,
  { userId, labId, seen }: { userId: string; labId: string; seen: string | undefined },
): Promise<{ from: string; to: string } | undefined> {
  const active = await queries.findActive(tx, userId, labId)
  if (!active) return undefined
  if (seen !== undefined && active.id !== seen)
    throw new ApiError('stale_version', 'This lab was rebuilt in the meantime. Please reload it.')
  const lab = await findRunLab(tx, active)
  const { id: to } = await buildAgain(tx, deps, active, { lab, mustReenterExtraData: true, costsReset: false })
  return { from: active.id, to }
}

async function buildAgain(
  tx: Db,
  deps: Pick<Deps, 'queue' | 'clouds'>,
  active: queries.DeploymentRow,
  how: { lab: LabRow; mustReenterExtraData: boolean; costsReset: boolean },
): Promise<queries.DeploymentRow> {
  const { lab } = how
  await lockActiveAccount(tx, active.user_id)
  await lockPool(tx, active.cloud)
  const running = await lifecycle.lockRunning(tx, active.id)
  if (!running) throw new ApiError('conflict', 'Only a running lab can be reset.')
  if (how.costsReset) await spendReset(tx, { id: active.user_id }, lab)
  await beginTeardown(tx, deps, active.id, 'reset')
  if (how.mustReenterExtraData && lab.extra_fields.length > 0)
    await learnerLabs.clearExtraData(tx, active.user_id, lab.id)
  const { user_id, lab_id, snapshot_id, course_id, lesson_id, cloud, module_version, extensions_used } = active
  return enqueue(tx, deps, {
    user_id,
    lab_id,
    snapshot_id,
    course_id,
    lesson_id,
    cloud,
    module_version,
    extensions_used,
    stages: toWaitingStages(deps.clouds.stagesOf(lab)),
    cost_reset: how.costsReset,
    priority: FRONT_PRIORITY,
    duration_seconds: running.seconds_left,
  })
}

/** Lab as in the snapshot of the learner's active run; without a run, the current lab. */
export async function labOfActiveRun(db: Db, userId: string, lab: LabRow): Promise<LabRow> {
  const active = await queries.findActive(db, userId, lab.id)
  return active ? findRunLab(db, active) : lab
}

/** Lower priorities come first. Used after a reset or a failure on our side, because the learner had an account a moment ago. */
export const FRONT_PRIORITY = -1
