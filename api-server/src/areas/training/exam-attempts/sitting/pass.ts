import { readNow } from '../../../../db/now.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { findBookedExam } from '../../../catalogue/exams/service.ts'
import { findAccountById } from '../../../platform/auth/service.ts'
import { type AttemptRow, listAttempts, lockAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/write-change.ts'
import { freeHour } from '../booking/take-back-date.ts'
import { prepareBookingMail } from '../mails.ts'

export type PassingDeps = Pick<Deps, 'config' | 'queue' | 'examCertificates'>

/**
 * Handles an attempt that passes: issues its certificate, and voids a later attempt that was already available or booked. Returns whether a
 * certificate was issued.
 */
export async function followPass(tx: Tx, deps: PassingDeps, attempt: AttemptRow): Promise<boolean> {
  for (const later of await listAttempts(tx, attempt.user_id, attempt.exam_id))
    if (later.number > attempt.number && (later.state === 'purchased' || later.state === 'scheduled'))
      await giveUp(tx, deps, await lockAttempt(tx, later.id))
  return deps.examCertificates.issue(tx, deps.config, attempt)
}

async function giveUp(tx: Tx, deps: PassingDeps, attempt: AttemptRow): Promise<void> {
  const { state, scheduled_at, time_zone, user_id } = attempt
  if (state !== 'purchased' && state !== 'scheduled') return
  const reason = 'You have passed this exam with an earlier attempt'
  await applyChange(tx, attempt, changes.voidAttempt({ reason }, await readNow(tx)))
  if (state !== 'scheduled' || !scheduled_at || !time_zone) return
  const exam = await findBookedExam(tx, attempt)
  const booked = { exam, at: scheduled_at, time_zone, user: await findAccountById(tx, user_id) }
  await freeHour(tx, deps, attempt, await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'needless' }))
}
