import type { Output } from '@flagyard/api-types/contract/operation'
import type { Tx } from '../../../../db/db.ts'
import { readNow } from '../../../../db/now.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { assertNotYourself } from '../../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { lockAccountNoKey } from '../../../platform/auth/index.ts'
import { attemptActions } from '../attempts/attempt-actions.ts'
import { type AttemptRow, findScore, listAttempts, lockUnchanged, updateAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/changes.ts'
import { auditExam } from '../audit.ts'
import { mailedAttempt, prepareBookingMail, restoredMail } from '../mails.ts'
import { closeRoom, type EnvironmentDeps, type StepDeps } from '../sitting/steps.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { voidedMail } from './correction-mails.ts'

type Names = { username: string; id: string }
type Correction = Output<'attemptCorrection'>

/**
 * Postpones an exam that is booked, in preparation or in progress, because of a problem on our side. Ends its environment, releases its account,
 * and makes the attempt bookable again.
 */
export async function postponeExam(
  deps: EnvironmentDeps & Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  names: Names,
  { version, reason }: Correction,
): Promise<void> {
  const { user, attempt: seen } = await findUserAttempt(deps.db, names)
  assertNotYourself(by.actor, user.id)
  const exam = await findExam(deps.db, { id: seen.exam_id })
  if (!seen.scheduled_at || !seen.time_zone) throw notPossible('postpone')
  const booked = { exam, at: seen.scheduled_at, time_zone: seen.time_zone, user }
  const mail = await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'postponed' })
  await deps.db.transaction(async (tx) => {
    const attempt = await lockCorrected(tx, seen, version, 'postpone')
    await postponeLocked(tx, deps, attempt, { actor_id: by.actor.id, reason }, mail)
    await auditExam(tx, { user, exam }, by, 'exams.postpone', {
      before: { state: attempt.state, scheduled_at: attempt.scheduled_at },
      after: { state: 'purchased', scheduled_at: null },
      reason,
    })
  })
}

/** Postpones a locked attempt, ends its environment and account booking, and notifies the candidate. */
export async function postponeLocked(
  tx: Tx,
  deps: EnvironmentDeps,
  attempt: AttemptRow,
  by: changes.Correction,
  mail: Awaited<ReturnType<typeof prepareBookingMail>>,
): Promise<void> {
  const calendar_sequence = attempt.calendar_sequence + 1
  await applyChange(tx, attempt, changes.postpone(by, await readNow(tx)))
  await updateAttempt(tx, attempt.id, { calendar_sequence })
  await closeRoom(tx, deps, attempt)
  await queueMail(tx, mail({ id: attempt.id, calendar_sequence, seconds: attempt.terms?.seconds ?? 0 }))
}

/** Restores an attempt that was failed or missed because of a problem on our side. */
export async function restoreExam(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  names: Names,
  { version, reason }: Correction,
): Promise<void> {
  const { user, attempt: seen } = await findUserAttempt(db, names)
  assertNotYourself(by.actor, user.id)
  const exam = await findExam(db, { id: seen.exam_id })
  const mail = await prepareMail(restoredMail(mailedAttempt(seen, user, exam), config.publicUrl))
  await db.transaction(async (tx) => {
    const attempt = await lockCorrected(tx, seen, version, 'restore')
    await applyChange(tx, attempt, changes.restore({ actor_id: by.actor.id, reason }, await readNow(tx)))
    await queueMail(tx, mail)
    await auditExam(tx, { user, exam }, by, 'exams.restore', {
      before: { state: attempt.state },
      after: { state: 'purchased' },
      reason,
    })
  })
}

/** Locks the attempt if it is unchanged since the administrator saw it and the action is possible. */
async function lockCorrected(
  tx: Tx,
  { id, user_id, exam_id }: AttemptRow,
  version: number,
  action: keyof typeof NOT_POSSIBLE,
): Promise<AttemptRow> {
  await lockAccountNoKey(tx, user_id)
  const [newest] = await listAttempts(tx, user_id, exam_id)
  const attempt = await lockUnchanged(tx, id, version)
  const { is_under_review } = await findScore(tx, id)
  if (!attemptActions(attempt, { isNewest: newest?.id === id, isUnderReview: is_under_review })[action])
    throw notPossible(action)
  return attempt
}

const NOT_POSSIBLE = {
  postpone: 'Only an exam that is booked, being prepared or running can be postponed.',
  restore: 'Only the newest attempt can be restored, if it was failed or missed and has no open conduct case.',
  void: 'An attempt that is passed, void or under review cannot be voided.',
}
const notPossible = (action: keyof typeof NOT_POSSIBLE) => new ApiError('conflict', NOT_POSSIBLE[action])

/**
 * Voids an attempt without a replacement: the order was refunded, or the problem was on our side. Ends its environment and releases its account.
 * Does not move money.
 */
export async function voidExam(
  deps: StepDeps,
  by: AuditActor,
  names: { username: string; id: string },
  { version, reason }: Output<'attemptCorrection'>,
): Promise<void> {
  await deps.db.transaction((tx) => voidAttempt(tx, deps, by, names, { version, reason }))
}

/** The same within a larger transaction. Without `version`, accepts any version; without `by`, a bank's decision is the cause. */
export async function voidAttempt(
  tx: Tx,
  deps: EnvironmentDeps & Pick<Deps, 'config'>,
  by: AuditActor | null,
  names: { username: string; id: string },
  { version, reason }: { version?: number; reason: string },
): Promise<void> {
  const { user, attempt: seen } = await findUserAttempt(tx, names)
  const exam = await findExam(tx, { id: seen.exam_id })
  const attempt = await lockCorrected(tx, seen, version ?? seen.version, 'void')
  const { id, state, scheduled_at, time_zone } = attempt
  await applyChange(
    tx,
    attempt,
    changes.voidAttempt({ ...(by && { actor_id: by.actor.id }), reason }, await readNow(tx)),
  )
  const calendar_sequence = attempt.calendar_sequence + 1
  await updateAttempt(tx, id, { calendar_sequence })
  const isOpen = state === 'scheduled' || state === 'preparing' || state === 'active'
  if (isOpen) await closeRoom(tx, deps, attempt)
  if (isOpen && scheduled_at && time_zone) {
    const booked = { exam, at: scheduled_at, time_zone, user, reason }
    const mail = await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'voided' })
    await queueMail(tx, mail({ id, calendar_sequence, seconds: attempt.terms?.seconds ?? 0 }))
  } else {
    const about = mailedAttempt({ id, calendar_sequence }, user, exam)
    await queueMail(tx, await prepareMail(voidedMail(about, reason, deps.config.publicUrl)))
  }
  await auditExam(tx, { user, exam }, by ?? { actor: null }, 'exams.void', {
    before: { state, scheduled_at },
    after: { state: 'void' },
    reason,
  })
}
