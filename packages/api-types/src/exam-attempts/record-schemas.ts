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
/** An event in an attempt, as listed in its record. */
export const recordRow = z.object({
  kind: recordKind,
  at: time,
  /** Time it adds: the duration, an extension, or how long the clock was paused. */
  seconds: z.int(),
  /** Points it adds, or the points of the result. */
  points: z.int().nullable(),
  text: z.string(),
  /** Actor, if neither the candidate nor a rule. */
  actor: z.string().nullable(),
})
export type RecordRow = z.output<typeof recordRow>
/** Full record of an attempt. The end time can be computed from its rows. */
export const attemptRecord = z.object({
  id: uuid,
  exam: z.string(),
  title: z.string(),
  candidate: z.string(),
  number: z.int(),
  state: attemptState,
  under_review: z.boolean(),
  /** Time zone of the booking. */
  time_zone: z.string(),
  scheduled_at: time.nullable(),
  started_at: time.nullable(),
  /** When time runs or ran out; null before the start, and while the clock is paused. */
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
  /** Number of pull requests that can still be sent. */
  extra_points_left: count,
  conduct_cases: z.array(conductCase),
  /** Authoritative server time. */
  now: time,
})
export type AttemptRecord = z.output<typeof attemptRecord>
