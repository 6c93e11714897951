import { z } from 'zod'
import { count, hour, line, link, listFilter, money, search, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { deployment } from '../deployments/schemas.ts'
import { flagType } from '../flags/schemas.ts'

export const examCard = z.object({
  slug: z.string(),
  title: z.string(),
  cloud,
  price: money,
  duration_minutes: count,
  passing_points: count,
  attempts: count,
  course: z.string().nullable(),
  /** False: booking opens soon. Until then the exam is shown, but not for sale. */
  bookable: z.boolean(),
})
export type ExamCard = z.output<typeof examCard>
export const exam = examCard.extend({ description: z.string(), rules: z.string(), flags: count, total_points: count })
export type Exam = z.output<typeof exam>

const date = z.iso.date()
/** Of an hour that there is twice, when clocks are set back: which of the two is meant. */
const occurrence = z.enum(['earlier', 'later']).optional()
export const scheduleExamPayload = z.strictObject({ date, hour, time_zone: line(64), occurrence })
export const rescheduleExamPayload = z.strictObject({ date, hour, time_zone: line(64), occurrence })
export const extraPointsPRPayload = z.strictObject({ url: link, note: line(500).optional() })
export const extraPointsDecision = z.strictObject({
  points: count.max(1000),
  state: z.enum(['approved', 'refused']),
  reason: line(500).min(1),
})
/** A dry run is refused by what the run is refused by, tells what would be, and changes nothing. */
const dry_run = z.boolean().optional()
export const extendExamEdit = z.strictObject({
  minutes: z.int().min(1).max(10_080),
  /** A dry run needs none. */
  reason: line(500),
  dry_run,
})
export const examExtension = z.object({
  /** When time is over, before and after; null while the clock stands. */
  ends_at_before: time.nullable(),
  ends_at: time.nullable(),
  seconds_left: count,
  /** By how much it can still be extended afterwards: its account is booked for so long and no longer. */
  minutes_left: count,
})
export type ExamExtension = z.output<typeof examExtension>
export const scheduleExamEdit = z.strictObject({
  date,
  hour,
  time_zone: line(64),
  occurrence,
  beyond_capacity: z.boolean().optional(),
  dry_run,
})
/** A step of an attempt by hand, for our fault. */
export const attemptCorrection = z.strictObject({ version: z.int(), reason: line(500).min(1) })
export const examRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  cloud,
  status: z.string(),
  price: money,
  duration_minutes: count,
  attempts_taken: count,
  passed: count,
  updated_at: time,
})
export type ExamRow = z.output<typeof examRow>
export const examFilter = listFilter({
  q: search.optional(),
  status: z.enum(['draft', 'published', 'archived']).optional(),
  cloud: cloud.optional(),
})
export const attemptState = z.enum([
  'purchased',
  'scheduled',
  'preparing',
  'active',
  'provisional',
  'passed',
  'failed',
  'no_show',
  'disqualified',
  'void',
])
/** An exam attempt in the admin console. */
export const userExam = z.object({
  id: uuid,
  exam: z.string(),
  title: z.string(),
  number: z.int(),
  state: attemptState,
  points: z.int(),
  extra_points: z.int(),
  passing_points: z.int(),
  scheduled_at: time.nullable(),
  started_at: time.nullable(),
  decided_at: time.nullable(),
  counted: z.boolean(),
  created_at: time,
})
export type UserExam = z.output<typeof userExam>
/** An exam of mine: one that I may book, or that I have sat. */
export const myExam = examCard.extend({
  has_access: z.boolean(),
  access_ends_at: time.nullable(),
  /** All attempts were used, and none was passed: the exam can be bought again. */
  is_used_up: z.boolean(),
  /** The newest attempt; null before the first. */
  attempt: z
    .object({
      id: uuid,
      state: attemptState,
      scheduled_at: time.nullable(),
      active_until: time.nullable(),
      points: count,
    })
    .nullable(),
})
export type MyExam = z.output<typeof myExam>

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
})
export type CanSchedule = z.output<typeof canSchedule>

export const examHoursQuery = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Name a month, such as 2027-03'),
  time_zone: line(64),
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

export const examAttempt = z.object({
  id: uuid,
  number: z.int(),
  state: attemptState,
  scheduled_at: time.nullable(),
  time_zone: z.string().nullable(),
  checked_in_at: time.nullable(),
  /** When the environment was ready. */
  ready_at: time.nullable(),
  started_at: time.nullable(),
  /** When time is over; null before the start, and while the clock stands. */
  active_until: time.nullable(),
  /** Since when the clock stands. */
  clock_stopped_at: time.nullable(),
  seconds_left: count,
  points: count,
  extra_points: count,
  passing_points: count,
  resets_left: count,
  decided_at: time.nullable(),
})
export type ExamAttempt = z.output<typeof examAttempt>

export const ledgerKind = z.enum([
  'start',
  'extension',
  'incident',
  'stop',
  'resume',
  'reset',
  'delay',
  'end',
  'points',
  'regrade',
  'restored',
  'reschedule',
  'conduct',
  'void',
])
/** A row of the ledger of an attempt, oldest first: the end can be computed from them. */
export const ledgerRow = z.object({
  kind: ledgerKind,
  from_at: time.nullable(),
  until_at: time.nullable(),
  seconds: z.int(),
  points: z.int(),
  reason: z.string(),
  at: time,
})

/** What the candidate works in. Credentials are there while it runs alone. */
export const examEnvironment = deployment.pick({
  id: true,
  state: true,
  reason: true,
  message: true,
  account_id: true,
  region: true,
  stages: true,
  console_url: true,
  credentials: true,
  outputs: true,
  running_at: true,
})
export type ExamEnvironment = z.output<typeof examEnvironment>

/** An exam of mine with all that its room shows. */
export const myExamDetails = exam.extend({
  has_access: z.boolean(),
  access_ends_at: time.nullable(),
  /** The time of the server, which counts. */
  now: time,
  /** How many attempts one purchase or voucher gives. */
  attempts_allowed: count,
  /** Newest first. */
  attempts: z.array(examAttempt),
  /** Of the newest attempt. */
  ledger: z.array(ledgerRow),
  environment: examEnvironment.nullable(),
})
export type MyExamDetails = z.output<typeof myExamDetails>

/** A flag as its candidate sees it, with what this attempt has solved. */
export const examFlag = z.object({
  id: uuid,
  title: z.string(),
  question: z.string(),
  type: flagType,
  points: count,
  solved_at: time.nullable(),
  wrong_tries: count,
})
export type ExamFlag = z.output<typeof examFlag>
export const examFlagResult = z.object({ correct: z.boolean(), flag: examFlag, points: count })

export const examCandidateFilter = listFilter({ state: attemptState.optional() })
/** An attempt at one exam, with its candidate. */
export const examCandidate = userExam
  .omit({ exam: true, title: true, counted: true })
  .extend({ username: z.string(), full_name: z.string() })
export type ExamCandidate = z.output<typeof examCandidate>

/** A row of the ledger with who wrote it; null when a rule did. */
export const adminLedgerRow = ledgerRow.extend({ actor: z.string().nullable() })
/** One attempt of a learner as support sees it. */
export const userAttempt = userExam.extend({
  time_zone: z.string().nullable(),
  checked_in_at: time.nullable(),
  ready_at: time.nullable(),
  active_until: time.nullable(),
  clock_stopped_at: time.nullable(),
  /** The time of the server, which counts. */
  now: time,
  seconds_left: count,
  /** How long the exam lasts, with the extra time of this learner; null before it is booked. */
  duration_minutes: count.nullable(),
  /** By how much it can still be extended. */
  extension_minutes_left: count,
  /** Until when its account is booked; null when none is. */
  account_until: time.nullable(),
  moves_used: count,
  resets_used: count,
  ledger: z.array(adminLedgerRow),
  version: z.int(),
  allowed: z.array(z.enum(['extend', 'schedule', 'postpone', 'restore'])),
})
export type UserAttempt = z.output<typeof userAttempt>
