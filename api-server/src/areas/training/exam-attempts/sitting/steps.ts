import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { changeOrTry } from '../../../../db/dry-run.ts'
import { readNow } from '../../../../db/now.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { assertNotYourself } from '../../../../identity/require-access.ts'
import type { ExamEnvironments } from '../../../../ports/ports.ts'
import { findBookedExam, findExam } from '../../../catalogue/exams/index.ts'
import {
  endExamEnvironment,
  extendBooking,
  findExamEnvironment,
  releaseBooking,
  startExamEnvironment,
} from '../../../clouds/deployments/index.ts'
import { variablesOf } from '../attempts/admitted-range.ts'
import { attemptActions } from '../attempts/attempt-actions.ts'
import {
  type AttemptRow,
  findClock,
  isCandidateDisabled,
  listAttempts,
  lockAttempt,
  lockUnchanged,
  updateAttempt,
} from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/changes.ts'
import { dueStep, type Step } from '../attempts/due-step.ts'
import { millisecondsLeft, secondsPaused } from '../attempts/exam-clock.ts'
import { passOrFail } from '../attempts/result.ts'
import { isStuck, readSitting, type Sitting } from '../attempts/situation.ts'
import { auditExam } from '../audit.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { listRunningExams, listWithDueSteps } from './queries.ts'
import { handlePass } from './result-changes.ts'
import { endOpenings } from './room-opening-queries.ts'

/** Dependencies for building and ending the environment of an attempt. */
export type EnvironmentDeps = Pick<Deps, 'queue' | 'clouds'>
export type StepDeps = EnvironmentDeps & Pick<Deps, 'db' | 'log' | 'config' | 'examCertificates'>

/**
 * Runs the due steps of all attempts that are booked, in preparation or in progress. Safe to retry: each step is determined again under the lock of
 * its attempt, so sweeps may overlap with anything, and a killed sweep leaves only complete steps.
 */
export async function runDueSteps(deps: StepDeps): Promise<void> {
  for (const { id } of await listWithDueSteps(deps.db)) {
    try {
      await runStepsOf(deps, id)
    } catch (error) {
      // A failure in one attempt must not delay the others.
      deps.log.error({ err: error, attempt: id }, 'The due steps of an exam attempt failed')
    }
  }
}

/** Maximum number of consecutive steps for one exam attempt, such as a build after the preparation. */
const MAX_STEPS = 6

/** Runs the due steps of one attempt, each in its own transaction. */
export async function runStepsOf(deps: StepDeps, id: string): Promise<void> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const step = await deps.db.transaction(async (tx) => {
      const sitting = await readSitting(tx, await lockAttempt(tx, id))
      const now = await readNow(tx)
      const due = dueStep(sitting.situation, now)
      if (due) await runStep(tx, deps, due, sitting, now)
      return due
    })
    if (!step) return
  }
}

async function runStep(tx: Tx, deps: StepDeps, step: Step, sitting: Sitting, now: Date): Promise<void> {
  const { attempt, situation, score } = sitting
  switch (step) {
    case 'prepare':
      return applyChange(tx, attempt, { event: 'prepare' })
    case 'build':
      return build(tx, deps, attempt)
    case 'record_ready':
      return applyChange(tx, attempt, changes.recordReady(situation, now))
    case 'start':
      return applyChange(tx, attempt, changes.start(attempt.terms?.seconds ?? 0, now))
    case 'miss':
      await applyChange(tx, attempt, changes.miss(now))
      return closeRoom(tx, deps, attempt)
    case 'finish':
      return finishAttempt(tx, deps, sitting, 'Time was over', now)
    case 'stop':
      return applyChange(tx, attempt, changes.stopForEnvironment(now))
    case 'resume':
      await applyChange(tx, attempt, changes.resume('Your environment is available again', now))
      return extendBooking(tx, attempt.id, secondsPaused(situation.clock, now))
    case 'decide':
      await applyChange(tx, attempt, changes.decide(score, now))
      await updateAttempt(tx, attempt.id, { points: score.points, extra_points: score.extra_points })
      if (passOrFail(score) === 'pass') await handlePass(tx, deps, attempt)
  }
}

export async function build(tx: Db, deps: EnvironmentDeps, attempt: AttemptRow): Promise<void> {
  const { terms, id, user_id, snapshot_id } = attempt
  if (!terms) throw new Error(`Attempt ${id} is prepared without having been booked`)
  const exam = await findBookedExam(tx, attempt)
  const pending = attempt.address_change
  // A new build includes a pending address change.
  if (pending) await applyChange(tx, attempt, changes.admit(attempt, pending, await readNow(tx)))
  const variables = variablesOf(exam, pending?.to ?? attempt.admitted_address)
  await startExamEnvironment(tx, deps, exam, { id, user_id, snapshot_id, seconds: terms.seconds, variables })
}

/** Ends an active attempt with its result, which stays provisional while extra points are pending. */
export async function finishAttempt(
  tx: Db,
  deps: StepDeps,
  { attempt, score }: Sitting,
  reason: 'Handed in' | 'Time was over',
  now: Date,
): Promise<void> {
  const { points, extra_points } = score
  await applyChange(tx, attempt, changes.finish(score, reason, now))
  await updateAttempt(tx, attempt.id, { points, extra_points })
  await closeRoom(tx, deps, attempt)
}

/** Ends the environment and all support sessions, and releases the account booking. */
export async function closeRoom(tx: Db, deps: EnvironmentDeps, attempt: AttemptRow): Promise<void> {
  const { cloud } = await findBookedExam(tx, attempt)
  await endExamEnvironment(tx, deps, attempt.id, 'exam_over')
  await endOpenings(tx, attempt.id)
  await releaseBooking(tx, deps, cloud, attempt.id)
}

/**
 * Pauses the clocks of an account's running exams before its environments are ended. The stop is automatic, so that the clock resumes when the
 * account may have an environment again and it runs. The caller has locked the account.
 */
export async function pauseExamsOf(tx: Db, userId: string) {
  const stopped = []
  const now = await readNow(tx)
  for (const { id, slug, title } of await listRunningExams(tx, userId)) {
    const attempt = await lockAttempt(tx, id)
    if (attempt.state !== 'active') continue
    const clock = await findClock(tx, id)
    const left = millisecondsLeft(clock, now)
    if (left === 0) continue
    if (!clock.stopped_at) await applyChange(tx, attempt, changes.stop('Your account was paused', now))
    stopped.push({ slug, title, seconds_left: Math.round(left / 1000) })
  }
  return stopped
}

/**
 * Builds a new environment after too many failed builds, when this no longer happens automatically. Uses no reset. The clock of a running exam is
 * already paused, and resumes automatically when the new environment runs.
 */
export async function rebuildExam(
  deps: EnvironmentDeps & Pick<Deps, 'db'>,
  by: AuditActor,
  names: { username: string; id: string },
  { version, reason, dry_run = false }: Output<'attemptRebuild'>,
): Promise<Accepted<'examRebuild'>> {
  if (!reason && !dry_run) throw invalidField('reason', 'Enter a reason. The candidate will see it')
  const { user, attempt: seen } = await findUserAttempt(deps.db, names)
  assertNotYourself(by.actor, user.id)
  const exam = await findExam(deps.db, { id: seen.exam_id })
  return changeOrTry(deps.db, dry_run, async (tx) => {
    const attempt = await lockUnchanged(tx, seen.id, version)
    const [newest] = await listAttempts(tx, user.id, exam.id)
    if (
      !attemptActions(attempt, { isNewest: newest?.id === attempt.id, isStuck: await isStuck(tx, attempt.id) }).rebuild
    )
      throw new ApiError('conflict', 'The environment of this exam does not need a manual rebuild.')
    const failed = await findExamEnvironment(tx, attempt.id)
    if (!failed) throw new ApiError('conflict', 'The environment of this exam does not need a manual rebuild.')
    const now = await readNow(tx)
    const clock = await findClock(tx, attempt.id)
    const environment = { id: failed.deployment.id, attempt_id: attempt.id }
    await replaceEnvironment(tx, deps, environment, { actor_id: by.actor.id, reason })
    await auditExam(tx, { user, exam }, by, 'exams.rebuild', {
      before: { state: attempt.state, failed_builds: failed?.failed_builds ?? 0 },
      after: { environment: 'building' },
      reason,
    })
    return {
      failed_builds: failed?.failed_builds ?? 0,
      last_message: failed?.deployment.message ?? null,
      clock_stands: attempt.state === 'active',
      seconds_left: Math.round(millisecondsLeft(clock, now) / 1000),
    }
  })
}

/** Concurrent calls are serialised by the lock on the attempt: the second one finds a newer environment. */
export const replaceEnvironment: ExamEnvironments['replaceEnvironment'] = async (tx, deps, { id, attempt_id }, by) => {
  const attempt = await lockAttempt(tx, attempt_id)
  const [newest] = await listAttempts(tx, attempt.user_id, attempt.exam_id)
  const now = await readNow(tx)
  const clock = await findClock(tx, attempt.id)
  const isOver = clock.started_at !== null && millisecondsLeft(clock, now) === 0
  const isOpen = attempt.state === 'preparing' || (attempt.state === 'active' && !isOver)
  if (newest?.id !== attempt.id || !isOpen)
    throw new ApiError('conflict', 'This exam is no longer in preparation or running, so it needs no environment.')
  const current = await findExamEnvironment(tx, attempt.id)
  if (current?.deployment.id !== id) throw new ApiError('conflict', 'There is a newer environment of this exam.')
  if (await isCandidateDisabled(tx, attempt.user_id))
    throw new ApiError('conflict', 'This account is disabled, so nothing is built for it. Enable it first.')
  await applyChange(tx, attempt, changes.rebuild({ clock }, by, now))
  await endExamEnvironment(tx, deps, attempt.id, 'administrator')
  await build(tx, deps, attempt)
}
