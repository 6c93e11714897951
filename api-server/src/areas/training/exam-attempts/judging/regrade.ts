import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { changeOrTry } from '../../../../db/dry-run.ts'
import { readNow } from '../../../../db/now.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { assertNotYourself } from '../../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { type ExamRow, findExam } from '../../../catalogue/exams/index.ts'
import { lockAccountNoKey } from '../../../platform/auth/index.ts'
import { attemptActions } from '../attempts/attempt-actions.ts'
import { type AttemptRow, lockAttempt, lockUnchanged } from '../attempts/attempt-queries.ts'
import { auditExam } from '../audit.ts'
import { mailedAttempt } from '../mails.ts'
import { applyPoints, type PassingDeps, type PointsRow, scoreOf } from '../sitting/result-changes.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { pointsMail } from './correction-mails.ts'
import { findAnyExamFlag, listAffected, listFlagsOfExam } from './regrade-queries.ts'

interface By {
  actor: Pick<CurrentUser, 'id' | 'username'>
  address: string | null
  reason: string
  jobId?: string
}
type Person = { id: string; username: string; email: string; full_name: string }

/** Adds or subtracts points manually. A passed attempt stays passed. */
export async function correctExamPoints(
  deps: PassingDeps & Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  names: { username: string; id: string },
  { version, points, reason, dry_run = false }: Output<'pointsCorrection'>,
): Promise<Accepted<'resultChange'>> {
  if (!reason && !dry_run) throw invalidField('reason', 'Enter a reason. The candidate will see it')
  const { user, attempt: seen } = await findUserAttempt(deps.db, names)
  assertNotYourself(actor, user.id)
  const exam = await findExam(deps.db, { id: seen.exam_id })
  return changeOrTry(deps.db, dry_run, async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const attempt = await lockUnchanged(tx, seen.id, version)
    if (!attemptActions(attempt, { isNewest: true }).correct_points)
      throw new ApiError('conflict', 'Points can only be corrected for an attempt that was taken and still counts.')
    await assertStaysPassed(tx, attempt, points)
    const row = { kind: 'regrade', from_at: await readNow(tx), points, reason, actor_id: actor.id } as const
    return correct(tx, deps, { attempt, exam, user, row, by: { actor, address, reason }, notify: !dry_run })
  })
}

async function assertStaysPassed(tx: Tx, attempt: AttemptRow, points: number) {
  const score = await scoreOf(tx, attempt)
  if (score.points + points < 0) throw invalidField('points', `There are only ${score.points} to take`)
  const sum = score.points + score.extra_points + points
  if (attempt.state === 'passed' && sum < score.passing_points)
    throw invalidField('points', `A passed exam stays passed and needs ${score.passing_points} points`)
}

interface PointsCorrection {
  attempt: AttemptRow
  exam: ExamRow
  user: Person
  row: PointsRow
  by: By
  notify: boolean
}

async function correct(tx: Tx, deps: PassingDeps, { attempt, exam, user, row, by, notify }: PointsCorrection) {
  const change = await applyPoints(tx, deps, attempt, row, row.from_at)
  if (!notify) return change
  await auditExam(tx, { user, exam }, by, 'exams.correct_points', {
    before: { state: change.state_before, points: change.points_before },
    after: { state: change.state, points: change.points },
  })
  const about = mailedAttempt(attempt, user, exam)
  await queueMail(
    tx,
    await prepareMail(pointsMail(about, { change, reason: row.reason ?? by.reason }, deps.config.publicUrl)),
  )
  return change
}

/** Credits the points of a broken flag to every affected attempt of a locked account. Idempotent. */
export async function regradeFlag(tx: Tx, deps: PassingDeps, user: Person, flagId: string, by: By) {
  const flag = await findAnyExamFlag(tx, flagId)
  const exam = await findExam(tx, { id: flag.exam_id })
  const changed: Accepted<'resultChange'>[] = []
  for (const { id, flag_points: points } of await listAffected(tx, flag, user.id)) {
    const attempt = await lockAttempt(tx, id)
    // It may have been solved between the query and the lock.
    if (!(await listAffected(tx, flag, user.id)).some((one) => one.id === id)) continue
    const row = {
      kind: 'regrade',
      from_at: await readNow(tx),
      points,
      flag_id: flag.id,
      reason: `The flag “${flag.title}” was broken: ${by.reason}`,
      actor_id: by.actor.id,
    } as const
    changed.push(await correct(tx, deps, { attempt, exam, user, row, by, notify: true }))
  }
  return changed
}

/** Attempts affected by a broken flag and their results with its points. Read-only, because a trial run of hundreds of corrections would hold their locks. */
export async function previewRegrade(
  { db }: Pick<Deps, 'db'>,
  slug: string,
  flagId: string | undefined,
): Promise<Accepted<'regradePreview'>> {
  const exam = await findExam(db, { slug })
  const flags = await listFlagsOfExam(db, exam.id)
  const flag = flags.find(({ id }) => id === flagId)
  if (flagId && !flag) throw new ApiError('not_found', `${exam.title} has no such flag.`)
  if (!flag) return { flags, rows: [] }
  const affected = await listAffected(db, { ...flag, exam_id: exam.id })
  return { flags, rows: affected.map((one) => forecast(one, exam.course_id !== null)) }
}

type Affected = Awaited<ReturnType<typeof listAffected>>[number]

/** Predicts the result of `applyPoints` without writing anything. */
function forecast({ username, full_name, number, ...one }: Affected, hasCertificate: boolean) {
  const { state: state_before, points: points_before, passing_points, waits_for_points, under_review } = one
  const points = points_before + one.flag_points
  const waits = state_before === 'active' || (state_before === 'provisional' && (waits_for_points || under_review))
  const decided = points >= passing_points ? ('passed' as const) : ('failed' as const)
  const state = waits || state_before === 'passed' ? state_before : decided
  const certificate = hasCertificate && state === 'passed' && state_before !== 'passed' && !under_review
  return { username, full_name, number, state_before, state, points_before, points, passing_points, certificate }
}
