import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { pullRequestOf } from '@flagyard/api-types/exam-attempts/schemas'
import { MAX_EXTRA_POINTS } from '@flagyard/api-types/exam-attempts/timing'
import { changeOrTry } from '../../../../db/dry-run.ts'
import { readNow } from '../../../../db/now.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { assertNotYourself } from '../../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { findAccountByIdOrName, lockAccountNoKey } from '../../../platform/auth/index.ts'
import { type AttemptRow, listAttempts, lockAttempt } from '../attempts/attempt-queries.ts'
import { auditExam } from '../audit.ts'
import { mailedAttempt } from '../mails.ts'
import { applyPoints, type PassingDeps } from '../sitting/result-changes.ts'
import { extraPointsMail } from './correction-mails.ts'
import { decideRequest, findRequest, insertRequest, listRequests } from './extra-points-queries.ts'

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
  const exam = await findExam(db, { slug })
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
        `You have sent ${MAX_EXTRA_POINTS} pull requests for this exam, which is the maximum.`,
      )
    return insertRequest(tx, { attempt_id: attempt.id, url, note: note || null })
  })
}

/** Attempts that were never taken or do not count get no points. */
const WITHOUT_POINTS = new Set<AttemptRow['state']>(['no_show', 'disqualified', 'void'])

/**
 * Approves or refuses a pull request, once. A result that was waiting for it is decided too. An attempt that failed meanwhile may still pass,
 * because the delay is not the candidate's fault.
 */
export async function decideExtraPoints(
  deps: PassingDeps & Pick<Deps, 'db'>,
  by: AuditActor,
  { username, exam_slug }: { username: string; exam_slug: string },
  { id: named, state, points: asked, reason, dry_run = false }: Output<'extraPointsDecision'>,
): Promise<Accepted<'resultChange'>> {
  if (!reason && !dry_run) throw invalidField('reason', 'Enter a reason. The candidate will see it')
  if (state === 'approved' && asked === 0) throw invalidField('points', 'Enter the number of points')
  const points = state === 'approved' ? asked : 0
  const user = await findAccountByIdOrName(deps.db, username)
  assertNotYourself(by.actor, user.id)
  const exam = await findExam(deps.db, { slug: exam_slug })
  const request = await findRequest(deps.db, { id: named, user_id: user.id, exam_id: exam.id })
  if (!request) throw new ApiError('not_found', `${user.username} has sent no such pull request.`)
  const { id } = request
  return changeOrTry(deps.db, dry_run, async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const attempt = await lockAttempt(tx, request.attempt_id)
    if (state === 'approved' && WITHOUT_POINTS.has(attempt.state))
      throw new ApiError('conflict', 'This attempt has no result to add points to. You can refuse the request.')
    if (!(await decideRequest(tx, id, { state, points, reason, decided_by: by.actor.id })))
      throw new ApiError('conflict', 'This request has already been decided.')
    const now = await readNow(tx)
    const row = { kind: 'extra_points', from_at: now, points, actor_id: by.actor.id } as const
    const change = await applyPoints(tx, deps, attempt, { ...row, reason: `${nameOf(request.url)}: ${reason}` }, now)
    if (dry_run) return change
    await auditExam(tx, { user, exam }, by, 'exams.decide_extra_points', {
      before: { url: request.url, state: 'pending', points: change.points_before },
      after: { url: request.url, state, points: change.points, attempt: change.state },
      reason,
    })
    const about = mailedAttempt(attempt, user, exam)
    const notice = { change, reason, points, state, url: request.url, request: id }
    await queueMail(tx, await prepareMail(extraPointsMail(about, notice, deps.config.publicUrl)))
    return change
  })
}

const nameOf = (url: string) => url.replace('https://', '')
