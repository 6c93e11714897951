import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { readNow } from '../../../../db/now.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import type { AcceptedRules, ExamTerms } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { queueMail } from '../../../../mail/outbox.ts'
import { type Access, findAccess } from '../../../catalogue/entitlements/index.ts'
import { type ExamRow, findBookedExam, findExam, saveExamSnapshot } from '../../../catalogue/exams/index.ts'
import { findAccount, lockActiveAccount } from '../../../platform/auth/index.ts'
import { type AttemptRow, listAttempts, lockAttempt, transitionAttempt } from '../attempts/attempt-queries.ts'
import { type Answer, canSchedule, openAttempt } from '../attempts/can-schedule.ts'
import { examSeconds } from '../attempts/exam-clock.ts'
import { isOpenAttempt } from '../attempts/transitions.ts'
import { type Booked, prepareBookingMail } from '../mails.ts'
import { acceptExamRules, acceptedRulesOf, acceptRulesToBook } from './accepted-rules.ts'
import { bookHour, cancelDate } from './reserve.ts'
import { momentOf } from './slot.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'queue'>
const MINUTE = 60_000

interface Situation {
  exam: ExamRow
  access: Access
  attempts: AttemptRow[]
  now: Date
  answer: Answer<AttemptRow>
}

export async function readSituation(db: Db, userId: string, exam: ExamRow): Promise<Situation> {
  const access = await findAccess(db, userId, { exam: exam.id })
  const attempts = await listAttempts(db, userId, exam.id)
  const now = await readNow(db)
  return { exam, access, attempts, now, answer: canSchedule({ exam, access, attempts, now }) }
}

/** Whether the learner may book, with every reason against it and when each one ends. Unpublished exams are visible only to learners who have them. */
export async function readCanSchedule(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'canSchedule'>> {
  const exam = await findExam(db, { slug })
  const { access, attempts, now, answer } = await readSituation(db, user.id, exam)
  if (exam.status !== 'published' && !access.granted && attempts.length === 0) throw examNotFound(slug)
  const can = answer.reasons.length === 0
  const booking = attempts.find(({ state, terms }) => terms && isOpenAttempt(state))
  const booked = booking ? await findBookedExam(db, booking) : exam
  // With the learner's current accommodation, which an existing booking may not include.
  const { seconds } = await termsOf(db, booked, user.id)
  return {
    can_schedule: can,
    reasons: answer.reasons,
    earliest: can ? earliest(now) : null,
    latest: can && access.granted ? access.ends_at : null,
    moves_left: movesLeft(booked, attempts[0]),
    movable_until_hours: booked.reschedule_until_hours,
    movable_until:
      booking?.state === 'scheduled' && booking.scheduled_at ? movableUntil(booked, booking.scheduled_at) : null,
    duration_minutes: seconds / 60,
    booked_minutes: booking?.state === 'scheduled' && booking.terms ? booking.terms.seconds / 60 : null,
  }
}

export const examNotFound = (slug: string) => new ApiError('not_found', `There is no exam called ${slug}.`)

export const earliest = (now: Date) => new Date(now.getTime() + PREPARE_MINUTES * MINUTE)

const movesLeft = ({ reschedules }: ExamRow, attempt: Pick<AttemptRow, 'reschedules_used'> | undefined) =>
  Math.max(0, reschedules - (attempt?.reschedules_used ?? 0))

const movableUntil = ({ reschedule_until_hours }: ExamRow, scheduled: Date) =>
  new Date(scheduled.getTime() - reschedule_until_hours * 60 * MINUTE)

export async function scheduleExam(
  deps: NeededDeps,
  user: CurrentUser,
  slug: string,
  wanted: Output<'scheduleExamPayload'>,
): Promise<Accepted<'examBooking'>> {
  const at = momentOf(wanted)
  const exam = await findExam(deps.db, { slug })
  const booked = { exam, at, time_zone: wanted.time_zone, user }
  const mail = await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'booked' })
  return deps.db.transaction(async (tx) => {
    await lockActiveAccount(tx, user.id)
    await openAttempt(tx, user.id, exam.id)
    const { answer, access, now } = await readSituation(tx, user.id, exam)
    if (answer.reasons[0] || !answer.attempt || !access.granted) throw refusal(answer)
    const attempt = await lockAttempt(tx, answer.attempt.id)
    const acceptedRules = await acceptExamRules(tx, user.id, acceptRulesToBook, {
      rules: exam.rules,
      accepted: wanted.accepted_rules,
      before: null,
      now,
    })
    return book(tx, { ...booked, attempt, access, now, moves: 0, acceptedRules, mail })
  })
}

export const refusal = ({ reasons }: Answer<AttemptRow>) => {
  const [first] = reasons
  const code = first?.code === 'not_entitled' ? 'no_access' : 'conflict'
  return new ApiError(code, first?.message ?? 'You cannot book this exam now.', {
    extra: { reasons: reasons.map((reason) => ({ ...reason, from: reason.from?.toISOString() ?? null })) },
  })
}

/** Moves the learner's booking, if moves are left and the deadline has not passed. It is booked again with the current version of the exam. */
export async function rescheduleExam(
  deps: NeededDeps,
  user: CurrentUser,
  slug: string,
  wanted: Output<'rescheduleExamPayload'>,
): Promise<Accepted<'examBooking'>> {
  const at = momentOf(wanted)
  const exam = await findExam(deps.db, { slug })
  const booked = { exam, at, time_zone: wanted.time_zone, user }
  const mail = await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'moved' })
  return deps.db.transaction(async (tx) => {
    const { attempt, access, now } = await lockMovable(tx, user, exam)
    if (!access.granted) throw new ApiError('no_access', access.refusal.message)
    if (attempt.scheduled_at?.getTime() === at.getTime())
      throw invalidField('hour', 'Your exam is at this hour already')
    const before = acceptedRulesOf(attempt.terms)
    const acceptedRules = await acceptExamRules(tx, user.id, acceptRulesToBook, {
      rules: exam.rules,
      accepted: wanted.accepted_rules,
      before,
      now,
    })
    await transitionAttempt(tx, attempt.id, 'cancel')
    return book(tx, { ...booked, attempt, access, now, moves: 1, acceptedRules, mail })
  })
}

/** Cancels the booking. Counts as a move; otherwise learners without moves could cancel and book again. */
export async function cancelExam(deps: NeededDeps, user: CurrentUser, slug: string): Promise<void> {
  const exam = await findExam(deps.db, { slug })
  const [attempt] = await listAttempts(deps.db, user.id, exam.id)
  if (!attempt?.scheduled_at || !attempt.time_zone) throw notBooked()
  const booked = { exam, at: attempt.scheduled_at, time_zone: attempt.time_zone, user }
  const mail = await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'cancelled' })
  await deps.db.transaction(async (tx) => {
    const movable = await lockMovable(tx, user, exam)
    if (movable.attempt.scheduled_at?.getTime() !== booked.at.getTime())
      throw new ApiError('conflict', 'Your booking has just changed. Please look at it again.')
    const reschedules_used = movable.attempt.reschedules_used + 1
    await cancelDate(tx, deps, movable.attempt, mail, { reschedules_used })
  })
}

const notBooked = () => new ApiError('conflict', 'You have not booked this exam.')

async function lockMovable(tx: Db, user: CurrentUser, exam: ExamRow) {
  await lockActiveAccount(tx, user.id)
  const [newest] = await listAttempts(tx, user.id, exam.id)
  if (newest?.state !== 'scheduled') throw notBooked()
  const attempt = await lockAttempt(tx, newest.id)
  const now = await readNow(tx)
  if (attempt.state !== 'scheduled' || !attempt.scheduled_at) throw notBooked()
  const booked = await findBookedExam(tx, attempt)
  if (movesLeft(booked, attempt) === 0)
    throw new ApiError(
      'conflict',
      'You have moved this exam as often as you may. Please write to us if you cannot come.',
    )
  if (now >= movableUntil(booked, attempt.scheduled_at))
    throw new ApiError(
      'conflict',
      `An exam can be moved or cancelled until ${booked.reschedule_until_hours} hours before. Please write to us if you cannot come.`,
    )
  return { attempt, booked, now, access: await findAccess(tx, user.id, { exam: exam.id }) }
}

interface NewBooking {
  at: Date
  time_zone: string
  attempt: AttemptRow
  access: Extract<Access, { granted: true }>
  now: Date
  moves: number
  acceptedRules: AcceptedRules | null
  /** Ignores the capacity: an administrator makes sure that there are enough accounts. */
  beyondCapacity?: boolean
  mail: (booked: Booked) => Parameters<typeof queueMail>[1]
}

export async function book(
  tx: Tx,
  { at, time_zone, attempt, access, now, moves, acceptedRules, mail, beyondCapacity = false }: NewBooking,
): Promise<Accepted<'examBooking'>> {
  if (at < earliest(now))
    throw invalidField('hour', `Please choose an hour that is at least ${PREPARE_MINUTES} minutes from now`)
  if (access.ends_at && at >= access.ends_at)
    throw invalidField(
      'date',
      `Your access ends on ${access.ends_at.toISOString().slice(0, 10)}. Please choose an earlier date`,
    )
  const { id: snapshot_id, exam } = await saveExamSnapshot(tx, attempt.exam_id)
  const terms = { ...(await termsOf(tx, exam, attempt.user_id)), accepted_rules: acceptedRules }
  await bookHour(tx, { cloud: exam.cloud, attempt_id: attempt.id, at, terms, latest: access.ends_at, beyondCapacity })
  const calendar_sequence = attempt.calendar_sequence + 1
  const row = await transitionAttempt(tx, attempt.id, 'book', {
    entitlement_id: access.entitlement.id,
    scheduled_at: at,
    time_zone,
    terms,
    snapshot_id,
    calendar_sequence,
    reschedules_used: attempt.reschedules_used + moves,
    checked_in_at: null,
    ready_at: null,
  })
  if (!row) throw new ApiError('conflict', 'Your booking has just changed. Please look at it again.')
  await queueMail(tx, mail({ id: row.id, calendar_sequence, seconds: terms.seconds }))
  return {
    attempt_id: row.id,
    scheduled_at: at,
    time_zone,
    movable_until: movableUntil(exam, at),
    moves_left: movesLeft(exam, row),
    duration_minutes: terms.seconds / 60,
  }
}

export async function termsOf(tx: Db, exam: ExamRow, userId: string): Promise<ExamTerms> {
  const { accommodation } = await findAccount(tx, { id: userId })
  const { passing_points, resets, extension_ceiling_minutes } = exam
  const seconds = examSeconds(exam.duration_minutes, accommodation)
  return { seconds, passing_points, resets, extension_ceiling_minutes }
}
