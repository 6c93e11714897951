import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import { changeOrTry } from '../../../../db/dry-run.ts'
import { readNow } from '../../../../db/now.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { assertNotYourself } from '../../../../identity/require-access.ts'
import type { ExamEnvironments } from '../../../../ports/ports.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { endExamEnvironment, findExamEnvironment } from '../../../clouds/deployments/index.ts'
import { attemptActions } from '../attempts/attempt-actions.ts'
import { findClock, isCandidateDisabled, listAttempts, lockAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/changes.ts'
import { millisecondsLeft } from '../attempts/exam-clock.ts'
import { isStuck } from '../attempts/situation.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { build, type EnvironmentDeps } from './steps.ts'

/**
 * Builds a new environment after too many failed builds, when this no longer happens automatically. Uses no reset. The clock of a running exam is
 * already paused, and resumes automatically when the new environment runs.
 */
export async function rebuildExam(
  deps: EnvironmentDeps & Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  names: { username: string; id: string },
  { version, reason, dry_run = false }: Output<'attemptRebuild'>,
): Promise<Accepted<'examRebuild'>> {
  if (!reason && !dry_run) throw invalidField('reason', 'Say why. The candidate reads it')
  const { user, attempt: seen } = await findUserAttempt(deps.db, names)
  assertNotYourself(actor, user.id)
  const exam = await findExam(deps.db, { id: seen.exam_id })
  return changeOrTry(deps.db, dry_run, async (tx) => {
    const attempt = await lockAttempt(tx, seen.id)
    if (attempt.version !== version)
      throw new ApiError('stale_version', 'This attempt has just changed. Please reload and look at it again.')
    const [newest] = await listAttempts(tx, user.id, exam.id)
    if (
      !attemptActions(attempt, { isNewest: newest?.id === attempt.id, isStuck: await isStuck(tx, attempt.id) }).rebuild
    )
      throw new ApiError('conflict', 'The environment of this exam does not wait for a person.')
    const failed = await findExamEnvironment(tx, attempt.id)
    if (!failed) throw new ApiError('conflict', 'The environment of this exam does not wait for a person.')
    const now = await readNow(tx)
    const clock = await findClock(tx, attempt.id)
    const environment = { id: failed.deployment.id, attempt_id: attempt.id }
    await replaceEnvironment(tx, deps, environment, { actor_id: actor.id, reason })
    await recordAudit(tx, {
      actor,
      address,
      action: 'exams.rebuild',
      subject: { type: 'user', id: user.username },
      before: { exam: exam.slug, state: attempt.state, failed_builds: failed?.failed_builds ?? 0 },
      after: { exam: exam.slug, environment: 'building' },
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
    throw new ApiError('conflict', 'This exam is not prepared or sat any more, so it needs no environment.')
  const current = await findExamEnvironment(tx, attempt.id)
  if (current?.deployment.id !== id) throw new ApiError('conflict', 'There is a newer environment of this exam.')
  if (await isCandidateDisabled(tx, attempt.user_id))
    throw new ApiError('conflict', 'This account is disabled, and gets nothing built. Enable it first.')
  await applyChange(tx, attempt, changes.rebuild({ clock }, by, now))
  await endExamEnvironment(tx, deps, attempt.id, 'administrator')
  await build(tx, deps, attempt)
}
