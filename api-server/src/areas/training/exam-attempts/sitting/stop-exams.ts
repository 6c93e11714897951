import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { findClock, lockAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { millisecondsLeft } from '../attempts/exam-clock.ts'
import { applyChange } from '../attempts/write-change.ts'
import { listSat } from './sat-queries.ts'

/**
 * Stops the clocks of an account's running exams before its environments are ended. The stop is automatic, so that the clock resumes when the
 * account may have an environment again and it runs. The caller has locked the account.
 */
export async function stopExamsOf(tx: Db, userId: string) {
  const stopped = []
  const now = await readNow(tx)
  for (const { id, slug, title } of await listSat(tx, userId)) {
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
