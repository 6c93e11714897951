import type { Accepted } from '@flagyard/api-types/contract/operation'
import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findBookedExam, findExam } from '../../../catalogue/exams/index.ts'
import { readLatestPreflight, startPreflight } from '../../../clouds/deployments/index.ts'
import { listAttempts, lockAttempt } from '../attempts/attempt-queries.ts'

/** Minimum hours between two pre-flights of an attempt. A failed one can be repeated immediately. */
const PREFLIGHT_EVERY_HOURS = 4
const HOUR = 3_600_000

/** Builds a small test environment for a candidate with a date. A second click returns the first one. */
export async function startExamPreflight(
  { db, queue, clouds }: Pick<Deps, 'db' | 'queue' | 'clouds'>,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'examPreflight'>> {
  const exam = await findExam(db, { slug })
  const [newest] = await listAttempts(db, user.id, exam.id)
  if (!newest) throw new ApiError('not_found', `There is no exam called ${slug} among yours.`)
  return db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, newest.id)
    const { id, state, scheduled_at } = attempt
    if (state !== 'scheduled' || !scheduled_at)
      throw new ApiError('conflict', 'Book your exam first. Then you can try a small environment before it.')
    const minutesLeft = (scheduled_at.getTime() - (await readNow(tx)).getTime()) / 60_000
    if (minutesLeft <= PREPARE_MINUTES)
      throw new ApiError('conflict', 'Your own environment is prepared now, so there is nothing to try beforehand.')
    const last = await readPreflight(tx, id)
    if (last?.state === 'building') return last
    if (last?.again_at)
      throw new ApiError('conflict', `You tried it a short while ago. You can again in ${PREFLIGHT_EVERY_HOURS} hours.`)
    const { cloud } = await findBookedExam(tx, attempt)
    await startPreflight(tx, { queue, clouds }, { cloud, attempt_id: id, user_id: user.id })
    const begun = await readPreflight(tx, id)
    if (!begun) throw new Error('A pre-flight that was just begun is not there')
    return begun
  })
}

export async function readPreflight(db: Db, attemptId: string): Promise<Accepted<'examPreflight'> | null> {
  const found = await readLatestPreflight(db, attemptId)
  if (!found) return null
  const { minutes_ago, ...preflight } = found
  const isTooSoon = preflight.state === 'passed' && minutes_ago < PREFLIGHT_EVERY_HOURS * 60
  return {
    ...preflight,
    again_at: isTooSoon ? new Date(preflight.asked_at.getTime() + PREFLIGHT_EVERY_HOURS * HOUR) : null,
  }
}
