import { NO_SHOW_MINUTES, PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import type { Db, Tx } from '../../../../db/open.ts'
import type { CloudName, ExamTerms } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { queueMail } from '../../../../mail/outbox.ts'
import { findBookedExam } from '../../../catalogue/exams/index.ts'
import { bookAccount, type Capacity, releaseBooking } from '../../../clouds/deployments/index.ts'
import { type AttemptRow, transitionAttempt, updateAttempt } from '../attempts/attempt-queries.ts'
import type { prepareBookingMail } from '../mails.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Search horizon for the next free exam slot, in days. */
const DAYS_AHEAD = 30

/** Span for which an exam needs an account, from its preparation to its end, assuming the latest possible start and the maximum extension. */
export const spanOf = (at: Date, { seconds, extension_ceiling_minutes }: ExamTerms) => ({
  from: new Date(at.getTime() - PREPARE_MINUTES * MINUTE),
  until: new Date(at.getTime() + seconds * 1000 + (NO_SHOW_MINUTES + extension_ceiling_minutes) * MINUTE),
})

interface Hour {
  cloud: CloudName
  attempt_id: string
  at: Date
  terms: ExamTerms
  /** Latest time the learner could choose. */
  latest: Date | null
  beyondCapacity: boolean
}

/**
 * Books an account of the cloud for an exam. If two candidates want the last account, the second gets an error with the next free hour. A booking
 * that is moved does not count against itself.
 */
export async function bookHour(tx: Db, { cloud, attempt_id, at, terms, latest, beyondCapacity }: Hour): Promise<void> {
  const full = await bookAccount(tx, { cloud, attempt_id, span: spanOf(at, terms), beyondCapacity })
  if (full) throw fullHour(nextFree(full, at, terms, latest))
}

function fullHour(next: Date | null): ApiError {
  const hint = next
    ? 'Please take another one: the next that is free is shown.'
    : `There is none free in the next ${DAYS_AHEAD} days. Please write to us.`
  return new ApiError('conflict', `This hour is fully booked. ${hint}`, {
    extra: { next_free: next?.toISOString() ?? null },
  })
}

function nextFree(capacity: Capacity, after: Date, terms: ExamTerms, latest: Date | null): Date | null {
  for (let hours = 1; hours <= DAYS_AHEAD * 24; hours++) {
    const at = new Date(after.getTime() + hours * HOUR)
    if (latest && at >= latest) return null
    if (capacity.hasRoomForExam(spanOf(at, terms))) return at
  }
  return null
}

type Mail = Awaited<ReturnType<typeof prepareBookingMail>>
type NeededDeps = Pick<Deps, 'queue'>

/** Cancels the date of a locked attempt and clears the booked version, so that it can be booked again. */
export async function cancelDate(
  tx: Tx,
  deps: NeededDeps,
  attempt: AttemptRow,
  mail: Mail,
  more: Pick<Partial<AttemptRow>, 'reschedules_used'> = {},
): Promise<void> {
  await transitionAttempt(tx, attempt.id, 'cancel', { scheduled_at: null, terms: null, snapshot_id: null, ...more })
  await releaseDate(tx, deps, attempt, mail)
}

/** Releases the account booking of an attempt and updates the candidate's calendar. `attempt` is the locked row with its former date. */
export async function releaseDate(tx: Tx, deps: NeededDeps, attempt: AttemptRow, mail: Mail): Promise<void> {
  const { id, terms } = attempt
  const { cloud } = await findBookedExam(tx, attempt)
  const calendar_sequence = attempt.calendar_sequence + 1
  await updateAttempt(tx, id, { calendar_sequence })
  await releaseBooking(tx, deps, cloud, id)
  await queueMail(tx, mail({ id, calendar_sequence, seconds: terms?.seconds ?? 0 }))
}
