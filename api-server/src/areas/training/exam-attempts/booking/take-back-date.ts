import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { queueMail } from '../../../../mail/outbox.ts'
import { findBookedExam } from '../../../catalogue/exams/service.ts'
import { type AttemptRow, transitionAttempt, updateAttempt } from '../attempts/attempt-queries.ts'
import type { prepareBookingMail } from '../mails.ts'
import { releaseHour } from './reserve.ts'

type Mail = Awaited<ReturnType<typeof prepareBookingMail>>
type NeededDeps = Pick<Deps, 'queue'>

/** Cancels the date of a locked attempt and clears the booked version, so that it can be booked again. */
export async function takeBackDate(
  tx: Tx,
  deps: NeededDeps,
  attempt: AttemptRow,
  mail: Mail,
  more: Pick<Partial<AttemptRow>, 'reschedules_used'> = {},
): Promise<void> {
  await transitionAttempt(tx, attempt.id, 'cancel', { scheduled_at: null, terms: null, snapshot_id: null, ...more })
  await freeHour(tx, deps, attempt, mail)
}

/** Releases the account booking of an attempt and updates the candidate's calendar. `attempt` is the locked row with its former date. */
export async function freeHour(tx: Tx, deps: NeededDeps, attempt: AttemptRow, mail: Mail): Promise<void> {
  const { id, terms } = attempt
  const { cloud } = await findBookedExam(tx, attempt)
  const calendar_sequence = attempt.calendar_sequence + 1
  await updateAttempt(tx, id, { calendar_sequence })
  await releaseHour(tx, deps, cloud, id)
  await queueMail(tx, mail({ id, calendar_sequence, seconds: terms?.seconds ?? 0 }))
}
