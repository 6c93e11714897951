import { z } from 'zod'
import { count, hour, line, link, listFilter, money, search, text, time, timeZone, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { deployment } from '../deployments/schemas.ts'
import { flagType } from '../flags/schemas.ts'
import { labHealth, labHealthState } from '../labs/schemas.ts'
import { adminConductCase } from './conduct-schemas.ts'
import { pullRequestOf } from './pull-request.ts'
import { adminExamReport, examPreflight, examReport } from './report-schemas.ts'

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
/** An exam with what a visitor asks before they buy it. */
export const publicExam = exam.extend({
  /** Days to wait after the first attempt, the second and so on. */
  cooldown_days: z.array(count),
  /** How often a booking can be moved, and until how many hours before. */
  reschedules: count,
  reschedule_until_hours: count,
  resets: count,
  /** What passing it earns; null where it earns no certificate. */
  certificate_title: z.string().nullable(),
  /** Null: without an end date. */
  certificate_months: count.nullable(),
})
export type PublicExam = z.output<typeof publicExam>

const date = z.iso.date()
/** Of an hour that there is twice, when clocks are set back: which of the two is meant. */
const occurrence = z.enum(['earlier', 'later']).optional()
/**
 * The rules that the candidate accepts, to the letter: other ones than those of this moment are refused with `rules`, the new ones. Left
 * out, they are accepted at check-in. An exam without rules asks for none.
 */
const accepted_rules = text(20_000).optional()
export const scheduleExamPayload = z.strictObject({ date, hour, time_zone: timeZone, occurrence, accepted_rules })
/** Rules that were accepted for the booking and are still the same need not be accepted again. */
export const rescheduleExamPayload = z.strictObject({ date, hour, time_zone: timeZone, occurrence, accepted_rules })
/** Rules are asked for where the booking has none accepted, since an administrator made it. */
export const checkInPayload = z.strictObject({ accepted_rules })
export const extraPointsPRPayload = z.strictObject({
  url: link.refine((url) => pullRequestOf(url) !== null, {
    message: 'Give the https address of a pull or merge request at GitHub, GitLab, Bitbucket or Codeberg',
    abort: true,
  }),
  note: line(500).optional(),
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
  time_zone: timeZone,
  occurrence,
  beyond_capacity: z.boolean().optional(),
  dry_run,
})
export const extraPointsDecision = z.strictObject({
  /** Which of the learner’s requests; without it, the one of the exam that waits. */
  id: uuid.optional(),
  points: count.max(1000),
  state: z.enum(['approved', 'refused']),
  /** A dry run needs none. */
  reason: line(500),
  dry_run,
})
/** Points that are added or taken by hand. */
export const pointsCorrection = z.strictObject({
  version: z.int(),
  points: z
    .int()
    .min(-1000)
    .max(1000)
    .refine((points) => points !== 0, 'Say how many points'),
  /** A dry run needs none. */
  reason: line(500),
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
  health: labHealth,
  updated_at: time,
})
export type ExamRow = z.output<typeof examRow>
export const examFilter = listFilter({
  q: search.optional(),
  status: z.enum(['draft', 'published', 'archived']).optional(),
  cloud: cloud.optional(),
  health: labHealthState.optional(),
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
/** What a correction makes of a result. */
export const resultChange = z.object({
  state_before: attemptState,
  state: attemptState,
  points_before: z.int(),
  points: z.int(),
  passing_points: z.int(),
  /** A certificate is issued with it. */
  certificate: z.boolean(),
})
export type ResultChange = z.output<typeof resultChange>

export const extraPointsState = z.enum(['pending', 'approved', 'refused'])
/** A pull request that a candidate sent for extra points. */
export const extraPointsRequest = z.object({
  id: uuid,
  url: z.string(),
  note: z.string().nullable(),
  state: extraPointsState,
  points: count,
  /** Why it was decided so. */
  reason: z.string().nullable(),
  decided_at: time.nullable(),
  created_at: time,
})
export type ExtraPointsRequest = z.output<typeof extraPointsRequest>

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
  /** A conduct case is open. */
  under_review: z.boolean(),
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
  /** A conduct case is open. */
  under_review: z.boolean(),
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
  'extra_points',
  'regrade',
  'restored',
  'reschedule',
  'conduct',
  'void',
  'address',
])
/** The rules of an exam as its candidate accepted them. They hold for the attempt, however the exam is changed. */
export const acceptedRules = z.object({ text: z.string(), at: time })

/** A row of the ledger of an attempt, oldest first: the end can be computed from them. */
export const ledgerRow = z.object({
  kind: ledgerKind,
  from_at: time.nullable(),
  until_at: time.nullable(),
  seconds: z.int(),
  points: z.int(),
  reason: z.string(),
  /** Who wrote it: a rule, or one of us by hand. What the candidate did themselves counts as by rule. */
  by: z.enum(['rule', 'us']),
  at: time,
})

/** What the candidate works in. Credentials are there while it runs alone. */
export const examEnvironment = deployment.pick({
  contents: true,
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
  has_shell: true,
})
export type ExamEnvironment = z.output<typeof examEnvironment>

/** The range of addresses that the environment of an exam admits. */
export const admittedAddress = z.object({
  /** Null until the candidate named one. */
  range: z.string().nullable(),
  /** The one that the provider is about to admit instead. */
  wanted: z.string().nullable(),
  /** Why the last change could not be made. */
  problem: z.string().nullable(),
  /** The caller's public IPv4 address, to fill in; null when they came over IPv6. */
  mine: z.string().nullable(),
})
export type AdmittedAddress = z.output<typeof admittedAddress>
/** An IPv4 address, or a range of them. */
export const admittedAddressEdit = z.strictObject({ address: line(40) })

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
  /** Of the newest attempt; null when it is not booked, or an administrator booked it, or the exam has no rules. */
  accepted_rules: acceptedRules.nullable(),
  /** The last one of the newest attempt, while that is booked. */
  preflight: examPreflight.nullable(),
  /** Problems that I reported in the newest attempt, newest first. */
  reports: z.array(examReport),
  /** Null where the environment can be reached from anywhere. */
  admitted: admittedAddress.nullable(),
  /** Who of our support looks into the room now. */
  support: z.object({ by: z.string(), reason: z.string(), since: time, until: time }).nullable(),
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
  /** It was broken, so its points count for everybody from here on. */
  credited_at: time.nullable(),
  wrong_tries: count,
})
export type ExamFlag = z.output<typeof examFlag>
export const examFlagResult = z.object({ correct: z.boolean(), flag: examFlag, points: count })

export const examCandidateFilter = listFilter({
  state: attemptState.optional(),
  /** Whose date lies in this span. */
  from: time.optional(),
  until: time.optional(),
})
/** An attempt at one exam, with its candidate. */
export const examCandidate = userExam
  .omit({ exam: true, title: true, counted: true })
  .extend({ username: z.string(), full_name: z.string() })
export type ExamCandidate = z.output<typeof examCandidate>

/** A row of the ledger with who wrote it; null when a rule did. */
export const adminLedgerRow = ledgerRow.omit({ by: true }).extend({ actor: z.string().nullable() })
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
  /** How long the exam lasts without extra time, and how long it would for this learner if it were booked now. */
  exam_minutes: count,
  booked_now_minutes: count,
  /** By how much it can still be extended. */
  extension_minutes_left: count,
  /** Until when its account is booked; null when none is. */
  account_until: time.nullable(),
  moves_used: count,
  resets_used: count,
  ledger: z.array(adminLedgerRow),
  extra_points_requests: z.array(extraPointsRequest),
  conduct_cases: z.array(adminConductCase),
  accepted_rules: acceptedRules.nullable(),
  /** Newest first. */
  reports: z.array(adminExamReport),
  version: z.int(),
  allowed: z.array(
    z.enum([
      'extend',
      'schedule',
      'rebuild',
      'postpone',
      'restore',
      'correct_points',
      'decide_extra_points',
      'open_case',
      'void',
      'answer_report',
    ]),
  ),
})
export type UserAttempt = z.output<typeof userAttempt>

/** A value that was handed in for a flag of an exam: when, and whether it was right. The value itself is nobody’s to read. */
export const examFlagTry = z.object({
  id: uuid,
  flag: z.string(),
  at: time,
  correct: z.boolean(),
  /** After the time was over: it counted for nothing. */
  late: z.boolean(),
})
export type ExamFlagTry = z.output<typeof examFlagTry>

export const extraPointsFilter = listFilter({ state: extraPointsState.optional() })
/** A request for extra points in the administrators’ queue. */
export const extraPointsRow = extraPointsRequest.extend({
  username: z.string(),
  full_name: z.string(),
  exam: z.string(),
  title: z.string(),
  attempt_id: uuid,
  attempt_state: attemptState,
  /** How many other attempts name the same pull request. */
  used_elsewhere: count,
  allowed: z.array(z.enum(['decide'])),
})
export type ExtraPointsRow = z.output<typeof extraPointsRow>

export const regradeQuery = z.strictObject({ flag: uuid.optional() })
/** Whom a broken flag touched, and what its points would make of each result. */
export const regradePreview = z.object({
  flags: z.array(z.object({ id: uuid, title: z.string(), points: count })),
  /** Of the flag that was asked for. */
  rows: z.array(resultChange.extend({ username: z.string(), full_name: z.string(), number: z.int() })),
})
export type RegradePreview = z.output<typeof regradePreview>
