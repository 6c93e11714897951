import { z } from 'zod'
import { count, time, uuid } from '../contract/fields.ts'
import { conductCase } from './conduct-schemas.ts'
import { attemptState, extraPointsRequest, ledgerKind } from './schemas.ts'

export const recordKind = z.enum([
  ...ledgerKind.options,
  'ready',
  'check_in',
  'solved',
  'extra_points_sent',
  'case_opened',
  'case_answered',
])
/** Something that happened in an attempt, as its record tells it. */
export const recordRow = z.object({
  kind: recordKind,
  at: time,
  /** Time that it gives: the duration, an extension, or how long the clock stood. */
  seconds: z.int(),
  /** Points that it gives, or that the result has. */
  points: z.int().nullable(),
  text: z.string(),
  /** Who did it, where it was neither the candidate nor a rule. */
  actor: z.string().nullable(),
})
export type RecordRow = z.output<typeof recordRow>
/** An attempt minute by minute: whoever has the rows computes the same end. */
export const attemptRecord = z.object({
  id: uuid,
  exam: z.string(),
  title: z.string(),
  candidate: z.string(),
  number: z.int(),
  state: attemptState,
  under_review: z.boolean(),
  /** The zone of the booking. */
  time_zone: z.string(),
  scheduled_at: time.nullable(),
  started_at: time.nullable(),
  /** When the time is, or was, over; null before the start, and while the clock stands. */
  ends_at: time.nullable(),
  points: z.int(),
  extra_points: z.int(),
  passing_points: z.int(),
  rows: z.array(recordRow),
  flags: z.array(
    z.object({
      title: z.string(),
      points: count,
      solved_at: time.nullable(),
      credited_at: time.nullable(),
      tries: count,
      last_try_at: time.nullable(),
    }),
  ),
  extra_points_requests: z.array(extraPointsRequest),
  /** How many pull requests may still be sent. */
  extra_points_left: count,
  conduct_cases: z.array(conductCase),
  /** The time of the server, which counts. */
  now: time,
})
export type AttemptRecord = z.output<typeof attemptRecord>
