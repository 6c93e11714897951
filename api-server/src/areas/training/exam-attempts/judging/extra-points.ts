import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { pullRequestOf } from '@flagyard/api-types/exam-attempts/schemas'
import { MAX_EXTRA_POINTS } from '@flagyard/api-types/exam-attempts/timing'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findExamBySlug } from '../../../catalogue/exams/index.ts'
import { type AttemptRow, listAttempts, lockAttempt } from '../attempts/attempt-queries.ts'
import { insertRequest, listRequests } from './extra-points-queries.ts'

/** Extra points can be requested from the booking until the result is final. */
const OPEN = new Set<AttemptRow['state']>(['scheduled', 'preparing', 'active', 'provisional'])

export const canAskForPoints = ({ state }: Pick<AttemptRow, 'state'>) => OPEN.has(state)

/**
 * Submits a pull request for extra points. Its URL is only validated as text; nothing is fetched from it. Submitting the same URL again returns the
 * existing request.
 */
export async function askForExtraPoints(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
  { url: typed, note }: Output<'extraPointsPRPayload'>,
): Promise<Accepted<'extraPointsRequest'>> {
  const url = pullRequestOf(typed)
  if (!url) throw invalidField('url', 'This is not the address of a pull request')
  const exam = await findExamBySlug(db, slug)
  const [newest] = await listAttempts(db, user.id, exam.id)
  if (!newest) throw new ApiError('not_found', `There is no exam called ${slug} among yours.`)
  return db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, newest.id)
    const sent = await listRequests(tx, attempt.id)
    const same = sent.find((one) => one.url === url)
    if (same) return same
    if (!canAskForPoints(attempt))
      throw new ApiError(
        'conflict',
        attempt.state === 'purchased'
          ? 'You can send pull requests once you have a date for this exam.'
          : 'Your result is final, so no more pull requests can be sent for it.',
      )
    if (sent.length >= MAX_EXTRA_POINTS)
      throw new ApiError(
        'conflict',
        `You have sent ${MAX_EXTRA_POINTS} pull requests for this exam. That is as many as we take.`,
      )
    return insertRequest(tx, { attempt_id: attempt.id, url, note: note || null })
  })
}
