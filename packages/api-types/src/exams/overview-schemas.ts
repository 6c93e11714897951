import { z } from 'zod'
import { count, hour, listFilter, time, timeZone, uuid } from '../contract/fields.ts'
import { conductCase, conductState } from './conduct-schemas.ts'
import { CALENDAR_DAYS } from './overview.ts'
import { attemptState } from './schemas.ts'

const date = z.iso.date()
const time_zone = timeZone

export const examCapacityQuery = z.strictObject({
  from: date,
  days: z.coerce.number().int().min(1).max(CALENDAR_DAYS),
  time_zone,
  /** Bookings of this exam are told apart from those of others. */
  exam: z.string().max(64).optional(),
})
/** What an hour looks like at its fullest moment. */
const examHour = z.object({
  hour,
  /** Of an hour that there is twice, which of the two it is. */
  occurrence: z.enum(['earlier', 'later']).nullable(),
  at: time,
  /** Accounts that exams have booked, and those of them that the named exam has. */
  booked: count,
  mine: count,
  labs: count,
  /** Kept back for resets and failures. */
  spares: count,
  /** For how many more exams there is room through all of this hour. */
  left: count,
})
export type ExamHour = z.output<typeof examHour>
/** Accounts of a provider against what is booked, by day and hour in the zone that was asked for. */
export const examCapacity = z.object({
  /** Accounts that can be used at all. */
  accounts: count,
  now: time,
  days: z.array(z.object({ date, hours: z.array(examHour) })),
})
export type ExamCapacity = z.output<typeof examCapacity>

export const examSittingsQuery = z.strictObject({ date, time_zone })
/** A booking that needs an account on the day that was asked for. */
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
  /** From its preparation until its account is clean again. */
  from_at: time,
  until_at: time,
})
export type ExamSitting = z.output<typeof examSitting>

/** A span of days, both included, in a zone; without an end it is open there. */
export const examSpanQuery = z.strictObject({ from: date.optional(), until: date.optional(), time_zone })
const share = z.object({ passed: count, failed: count, no_show: count, open: count, other: count })
export const examResults = z.object({
  /** The moments between which the days lie; null where they have no end. */
  from_at: time.nullable(),
  until_at: time.nullable(),
  ...share.shape,
  /** How many have a final result. */
  decided: count,
  passing_points: count,
  /** Points that were reached, in steps: from and to are included. */
  points: z.array(z.object({ from: count, to: count, count })),
  /** Who sat it at all: the whole of which a flag was solved by some. */
  sat: count,
  flags: z.array(
    z.object({
      id: uuid,
      title: z.string(),
      points: count,
      solved: count,
      /** The minute of the exam by which half of those who solved it had; null when nobody did. */
      median_minute: count.nullable(),
    }),
  ),
  attempts: z.array(share.extend({ number: z.int() })),
})
export type ExamResults = z.output<typeof examResults>

/** Something that may point to shared work, and may not: a person looks before anybody is asked anything. */
export const examHint = z.object({
  kind: z.enum(['other_flag', 'same_order', 'same_address']),
  at: time,
  /** The flag, the flags in their order, or the network address. */
  what: z.array(z.string()),
  /** How far apart they were at most, where it is about time. */
  minutes: count.nullable(),
  candidates: z.array(z.object({ username: z.string(), full_name: z.string(), attempt_id: uuid.nullable() })),
})
export type ExamHint = z.output<typeof examHint>

export const conductCaseFilter = listFilter({ state: conductState.optional(), exam: z.string().max(64).optional() })
/** A conduct case in the list of administrators. What was seen and answered stands with the attempt. */
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
