import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/db.ts'
import { readNow } from '../../../../db/now.ts'
import type { Deps } from '../../../../deps.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findExamById } from '../../../catalogue/exams/service.ts'
import { updateAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/write-change.ts'
import { prepareBookingMail } from '../mails.ts'
import { closeRoom, type RoomDeps, type TendingDeps } from '../sitting/tend.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { voidedMail } from './correction-mails.ts'
import { lockCorrected } from './corrections.ts'

/**
 * Voids an attempt without a replacement: the order was refunded, or the problem was on our side. Ends its environment and releases its account.
 * Does not move money.
 */
export async function voidExam(
  deps: TendingDeps,
  by: AuditActor,
  names: { username: string; id: string },
  { version, reason }: Output<'attemptCorrection'>,
): Promise<void> {
  await deps.db.transaction((tx) => voidAttempt(tx, deps, by, names, { version, reason }))
}

/** The same within a larger transaction. Without `version`, accepts any version; without `by`, a bank's decision is the cause. */
export async function voidAttempt(
  tx: Tx,
  deps: RoomDeps & Pick<Deps, 'config'>,
  by: AuditActor | null,
  names: { username: string; id: string },
  { version, reason }: { version?: number; reason: string },
): Promise<void> {
  const { user, attempt: seen } = await findUserAttempt(tx, names)
  const exam = await findExamById(tx, seen.exam_id)
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
    const about = { ...user, id, user_id: user.id, calendar_sequence, slug: exam.slug, title: exam.title }
    await queueMail(tx, await prepareMail(voidedMail(about, reason, deps.config.publicUrl)))
  }
  await recordAudit(tx, {
    actor: by?.actor ?? null,
    address: by?.address,
    action: 'exams.void',
    subject: { type: 'user', id: user.username },
    before: { exam: exam.slug, state, scheduled_at },
    after: { exam: exam.slug, state: 'void' },
    reason,
  })
}
