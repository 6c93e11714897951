import { z } from 'zod'
import { count, hour, listFilter, time, timeZone, uuid } from '../contract/fields.ts'
import { conductCase, conductState } from './conduct-schemas.ts'
import { attemptState } from './schemas.ts'
import { CALENDAR_DAYS } from './timing.ts'

const date = z.iso.date()
const time_zone = timeZone

export const examCapacityQuery = z.strictObject({
  from: date,
  days: z.coerce.number().int().min(1).max(CALENDAR_DAYS),
  time_zone,
  /** Exam whose bookings are counted separately. */
  exam: z.string().max(64).optional(),
})
/** Peak use within one hour. */
const examHour = z.object({
  hour,
  /** Which of the two, for an hour that occurs twice. */
  occurrence: z.enum(['earlier', 'later']).nullable(),
  at: time,
  /** Accounts booked by all exams, and by the requested exam. */
  booked: count,
  mine: count,
  labs: count,
  /** Reserved for resets and failures. */
  spares: count,
  /** Number of further exams that fit into the whole hour. */
  left: count,
})
/** Accounts of a provider and their bookings, by day and hour in the requested zone. */
export const examCapacity = z.object({
  /** Total number of usable accounts. */
  accounts: count,
  now: time,
  days: z.array(z.object({ date, hours: z.array(examHour) })),
})
export type ExamCapacity = z.output<typeof examCapacity>

export const examSittingsQuery = z.strictObject({ date, time_zone })
/** A booking that needs an account on the requested day. */
export const examSitting = z.object({
  attempt_id: uuid,
  exam: z.string(),
  title: z.string(),
  username: z.string(),
  full_name: z.string(),
  state: attemptState,
  number: z.int(),
  scheduled_at: time.nullable(),
  time_zone: z.string().nullable(),
  /** From preparation until the account is clean again. */
  from_at: time,
  until_at: time,
})
export type ExamSitting = z.output<typeof examSitting>

/** A span of days in a zone, both inclusive; open where no date is given. */
export const examSpanQuery = z.strictObject({ from: date.optional(), until: date.optional(), time_zone })
const share = z.object({ passed: count, failed: count, no_show: count, open: count, other: count })
export const examResults = z.object({
  /** Start and end of the span; null where it is open. */
  from_at: time.nullable(),
  until_at: time.nullable(),
  ...share.shape,
  /** Number of attempts with a final result. */
  decided: count,
  passing_points: count,
  /** Histogram of points; `from` and `to` are inclusive. */
  points: z.array(z.object({ from: count, to: count, count })),
  /** Number of candidates who took the exam, the base for the flag shares. */
  sat: count,
  flags: z.array(
    z.object({
      id: uuid,
      title: z.string(),
      points: count,
      solved: count,
      /** Median exam minute at which the flag was solved; null if no one solved it. */
      median_minute: count.nullable(),
    }),
  ),
  attempts: z.array(share.extend({ number: z.int() })),
})
export type ExamResults = z.output<typeof examResults>

/** A possible sign of shared work. It may be innocent: an administrator reviews it before contacting any candidate. */
export const examHint = z.object({
  kind: z.enum(['other_flag', 'same_order', 'same_address']),
  at: time,
  /** The flag, the flags in order, or the network address. */
  what: z.array(z.string()),
  /** For time-based hints: maximum time between the events, in minutes. */
  minutes: count.nullable(),
  candidates: z.array(z.object({ username: z.string(), full_name: z.string(), attempt_id: uuid.nullable() })),
})
export type ExamHint = z.output<typeof examHint>

export const conductCaseFilter = listFilter({ state: conductState.optional(), exam: z.string().max(64).optional() })
/** A conduct case in the administrators' list. Observation and answer are shown on the attempt. */
export const conductCaseRow = conductCase
  .pick({ id: true, state: true, created_at: true, answered_at: true, answer_until: true, decided_at: true })
  .extend({
    username: z.string(),
    full_name: z.string(),
    exam: z.string(),
    title: z.string(),
    attempt_id: uuid,
    attempt_number: z.int(),
    attempt_state: attemptState,
  })
export type ConductCaseRow = z.output<typeof conductCaseRow>
