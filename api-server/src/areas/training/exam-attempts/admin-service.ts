import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { changeOrTry } from '../../../db/dry-run.ts'
import { readNow } from '../../../db/now.ts'
import { isUuid } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { assertNotYourself } from '../../../identity/require-access.ts'
import { findExam } from '../../catalogue/exams/index.ts'
import { findAccount, lockAccountNoKey } from '../../platform/auth/index.ts'
import {
  appendToLedger,
  findClock,
  listAttempts,
  listLedger,
  lockAttempt,
  transitionAttempt,
} from './attempts/attempt-queries.ts'
import { openAttempt } from './attempts/can-schedule.ts'
import * as changes from './attempts/changes.ts'
import { applyChange } from './attempts/changes.ts'
import { extendedMinutes, millisecondsLeft } from './attempts/exam-clock.ts'
import { auditExam } from './audit.ts'
import { acceptedRulesOf, allRules, stillAccepted } from './booking/accepted-rules.ts'
import { book, readSituation } from './booking/booking.ts'
import { momentOf } from './booking/slot.ts'
import { prepareBookingMail } from './mails.ts'

/** Extends a running exam, up to the maximum for which its account is booked. Recorded in the ledger. Attempts that already have a result are not changed. */
export async function extendExam(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  { exam_id, user_id }: { exam_id: string; user_id: string },
  { minutes, reason, dry_run = false }: Output<'extendExamEdit'>,
): Promise<Accepted<'examExtension'>> {
  if (!reason && !dry_run) throw invalidField('reason', 'Enter a reason. The candidate will see it')
  const exam = await findExam(db, isUuid(exam_id) ? { id: exam_id } : { slug: exam_id })
  const user = await findAccount(db, { idOrUsername: user_id })
  assertNotYourself(by.actor, user.id)
  const [newest] = await listAttempts(db, user.id, exam.id)
  if (!newest) throw new ApiError('not_found', `${user.username} has no attempt at ${exam.title}.`)
  return changeOrTry(db, dry_run, async (tx) => {
    const attempt = await lockAttempt(tx, newest.id)
    if (attempt.state !== 'active')
      throw new ApiError('conflict', 'This exam is not running, so it has no time to extend.')
    const ceiling = attempt.terms?.extension_ceiling_minutes ?? 0
    const left = ceiling - extendedMinutes(await listLedger(tx, attempt.id))
    if (minutes > left)
      throw new ApiError(
        'conflict',
        `This exam can be extended by ${ceiling} minutes in all, because its account is booked for others afterwards. ${left} are left.`,
      )
    const now = await readNow(tx)
    await applyChange(tx, attempt, changes.extend(minutes, { actor_id: by.actor.id, reason }, now))
    const clock = await findClock(tx, attempt.id)
    await auditExam(tx, { user, exam }, by, 'exams.extend', {
      before: { active_until: attempt.active_until },
      after: { active_until: clock.ends_at, minutes },
      reason,
    })
    return {
      ends_at_before: attempt.active_until,
      ends_at: clock.ends_at,
      seconds_left: Math.round(millisecondsLeft(clock, now) / 1000),
      minutes_left: left - minutes,
    }
  })
}

/** Books or moves a learner's exam for them. Uses up no move and ignores the deadline, but respects the capacity unless `beyond_capacity` is set. */
export async function scheduleExamForUser(
  deps: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  { username, exam_slug }: { username: string; exam_slug: string },
  wanted: Output<'scheduleExamEdit'>,
): Promise<Accepted<'examBooking'>> {
  const { db, config } = deps
  const at = momentOf(wanted)
  const exam = await findExam(db, { slug: exam_slug })
  const user = await findAccount(db, { idOrUsername: username })
  assertNotYourself(by.actor, user.id)
  const [before] = await listAttempts(db, user.id, exam.id)
  const booked = { exam, at, time_zone: wanted.time_zone, user }
  const what = before?.state === 'scheduled' ? 'moved' : 'booked'
  const mail = await prepareBookingMail(config.publicUrl, { ...booked, what })
  return changeOrTry(db, wanted.dry_run === true, async (tx) => {
    await lockAccountNoKey(tx, user.id)
    await openAttempt(tx, user.id, exam.id)
    const { answer, access, attempts, now } = await readSituation(tx, user.id, exam)
    const against = answer.reasons.find(({ code }) => code !== 'already_booked')
    const newest = answer.attempt ?? attempts[0]
    if (against || !newest || !access.granted)
      throw new ApiError(
        'conflict',
        `This exam cannot be booked for ${user.username}. ${against?.message ?? ''}`.trim(),
      )
    const attempt = await lockAttempt(tx, newest.id)
    if (attempt.state === 'scheduled') await transitionAttempt(tx, attempt.id, 'cancel')
    const beyondCapacity = wanted.beyond_capacity === true
    const { rules } = await allRules(tx, now, exam.rules)
    const acceptedRules = stillAccepted(rules, acceptedRulesOf(attempt.terms))
    const booking = await book(tx, { ...booked, attempt, access, now, moves: 0, acceptedRules, mail, beyondCapacity })
    const reason = 'Booked by an administrator'
    await appendToLedger(tx, attempt.id, [
      { kind: 'reschedule', from_at: now, until_at: at, reason, actor_id: by.actor.id },
    ])
    await auditExam(tx, { user, exam }, by, 'exams.schedule', {
      before: { scheduled_at: attempt.scheduled_at },
      after: { scheduled_at: at, beyond_capacity: beyondCapacity },
    })
    return booking
  })
}
