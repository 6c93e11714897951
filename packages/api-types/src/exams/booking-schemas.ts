import { z } from 'zod'
import { count, hour, time, timeZone, uuid } from '../contract/fields.ts'

const date = z.iso.date()

/** Whether I may book, with every reason against it. */
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
      /** From when it stands in the way no longer; null when time alone does not change it. */
      from: time.nullable(),
    }),
  ),
  /** The first and the last moment that can be booked; null when none can. */
  earliest: time.nullable(),
  latest: time.nullable(),
  /** How often a date may still be moved or cancelled. */
  moves_left: count,
  /** Until how long before its hour a date can be moved or cancelled. */
  movable_until_hours: count,
  /** Until when mine can; null when I have none. */
  movable_until: time.nullable(),
  /** How long I have, with the extra time that I was granted. */
  duration_minutes: count,
  /** How long the date lasts that I have: it keeps the extra time of when it was booked. */
  booked_minutes: count.nullable(),
})
export type CanSchedule = z.output<typeof canSchedule>

export const examHoursQuery = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Name a month, such as 2027-03'),
  time_zone: timeZone,
})
/** A day of the learner's zone, with what can be booked on it. */
export const examDay = z.object({
  date,
  hours: z.array(
    z.object({
      hour,
      /** Of an hour that there is twice, which of the two it is. */
      occurrence: z.enum(['earlier', 'later']).nullable(),
      at: time,
    }),
  ),
  /** Hours that clocks skip on this day. */
  skipped: z.array(hour),
})
export type ExamDay = z.output<typeof examDay>

export const examBooking = z.object({
  attempt_id: uuid,
  scheduled_at: time,
  time_zone: z.string(),
  /** Until when it can be moved or cancelled. */
  movable_until: time,
  moves_left: count,
  /** With the extra time that I was granted. */
  duration_minutes: count,
})
export type ExamBooking = z.output<typeof examBooking>
