import { z } from 'zod'
import { count, hour, time, timeZone, uuid } from '../contract/fields.ts'

const date = z.iso.date()

/** Whether the caller may book, with every reason against it. */
export const canSchedule = z.object({
  can_schedule: z.boolean(),
  reasons: z.array(
    z.object({
      code: z.enum([
        'not_entitled',
        'not_yet',
        'ended',
        'suspended',
        'revoked',
        'not_open',
        'already_booked',
        'in_progress',
        'passed',
        'cooldown',
        'no_attempts_left',
        'barred',
      ]),
      message: z.string(),
      /** When the reason no longer applies; null if it does not expire. */
      from: time.nullable(),
    }),
  ),
  /** First and last time that can be booked; null if there is none. */
  earliest: time.nullable(),
  latest: time.nullable(),
  /** Number of times a booking can still be moved or cancelled. */
  moves_left: count,
  /** Hours before the start until which a booking can be moved or cancelled. */
  movable_until_hours: count,
  /** Deadline for the caller's booking; null without a booking. */
  movable_until: time.nullable(),
  /** Duration for the caller, including extra time. */
  duration_minutes: count,
  /** Duration of the existing booking: it keeps the extra time of when it was booked. */
  booked_minutes: count.nullable(),
})
export type CanSchedule = z.output<typeof canSchedule>

export const examHoursQuery = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Name a month, such as 2027-03'),
  time_zone: timeZone,
})
/** A day in the learner's zone, with its bookable hours. */
export const examDay = z.object({
  date,
  hours: z.array(
    z.object({
      hour,
      /** Which of the two, for an hour that occurs twice. */
      occurrence: z.enum(['earlier', 'later']).nullable(),
      at: time,
    }),
  ),
  /** Hours skipped by a clock change on this day. */
  skipped: z.array(hour),
})
export type ExamDay = z.output<typeof examDay>

export const examBooking = z.object({
  attempt_id: uuid,
  scheduled_at: time,
  time_zone: z.string(),
  /** Deadline for moving or cancelling it. */
  movable_until: time,
  moves_left: count,
  /** Including the caller's extra time. */
  duration_minutes: count,
})
