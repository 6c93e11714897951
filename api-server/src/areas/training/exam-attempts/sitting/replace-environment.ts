import { readNow } from '../../../../db/now.ts'
import { ApiError } from '../../../../errors.ts'
import type { ExamEnvironments } from '../../../../ports/exam-environments.ts'
import { endExamEnvironment, findExamEnvironment } from '../../../clouds/deployments/exam-environment.ts'
import { findClock, listAttempts, lockAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { millisecondsLeft } from '../attempts/exam-clock.ts'
import { isCandidateDisabled } from '../attempts/score-queries.ts'
import { applyChange } from '../attempts/write-change.ts'
import { build } from './tend.ts'

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
