import { z } from 'zod'
import { count, hour, line, link, listFilter, text, time, timeZone, uuid } from '../contract/fields.ts'
import { deployment } from '../deployments/schemas.ts'
import { exam, examCard } from '../exams/schemas.ts'
import { flagType } from '../flags/schemas.ts'
import { adminConductCase } from './conduct-schemas.ts'
import { adminExamReport, examPreflight, examReport } from './report-schemas.ts'

const date = z.iso.date()

/** Which of the two, for an hour that occurs twice when clocks are set back. */
const occurrence = z.enum(['earlier', 'later']).optional()

/**
 * Exact text of the rules that the candidate accepts. If it differs from the current text, the request is refused, and `rules` has the current one.
 * If omitted, the rules are accepted at check-in. Exams without rules do not ask.
 */
const accepted_rules = text(20_000).optional()

export const scheduleExamPayload = z.strictObject({ date, hour, time_zone: timeZone, occurrence, accepted_rules })

/** If the accepted rules have not changed, they need not be accepted again. */
export const rescheduleExamPayload = z.strictObject({ date, hour, time_zone: timeZone, occurrence, accepted_rules })

/** Required if the booking was made by an administrator, so that no rules were accepted. */
export const checkInPayload = z.strictObject({ accepted_rules })

export const extraPointsPRPayload = z.strictObject({
  url: link.refine((url) => pullRequestOf(url) !== null, {
    message: 'Give the https address of a pull or merge request at GitHub, GitLab, Bitbucket or Codeberg',
    abort: true,
  }),
  note: line(500).optional(),
})

/** A dry run applies the same checks, reports the effect, and changes nothing. */
const dry_run = z.boolean().optional()

export const extendExamEdit = z.strictObject({
  minutes: z.int().min(1).max(10_080),
  /** Not required for a dry run. */
  reason: line(500),
  dry_run,
})

export const examExtension = z.object({
  /** When time runs out, before and after; null while the clock is paused. */
  ends_at_before: time.nullable(),
  ends_at: time.nullable(),
  seconds_left: count,
  /** Maximum further extension in minutes, limited by the booking of its account. */
  minutes_left: count,
})

export const scheduleExamEdit = z.strictObject({
  date,
  hour,
  time_zone: timeZone,
  occurrence,
  beyond_capacity: z.boolean().optional(),
  dry_run,
})

export const extraPointsDecision = z.strictObject({
  /** Which of the learner's requests. Default: the pending one for the exam. */
  id: uuid.optional(),
  points: count.max(1000),
  state: z.enum(['approved', 'refused']),
  /** Not required for a dry run. */
  reason: line(500),
  dry_run,
})

/** Points added or deducted manually. */
export const pointsCorrection = z.strictObject({
  version: z.int(),
  points: z
    .int()
    .min(-1000)
    .max(1000)
    .refine((points) => points !== 0, 'Enter the number of points'),
  /** Not required for a dry run. */
  reason: line(500),
  dry_run,
})

/** A manual correction of an attempt after a failure on our side. */
export const attemptCorrection = z.strictObject({ version: z.int(), reason: line(500).min(1) })

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

export const resultChange = z.object({
  state_before: attemptState,
  state: attemptState,
  points_before: z.int(),
  points: z.int(),
  passing_points: z.int(),
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
  /** Reason for the decision. */
  reason: z.string().nullable(),
  decided_at: time.nullable(),
  created_at: time,
})
export type ExtraPointsRequest = z.output<typeof extraPointsRequest>

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
  /** Whether a conduct case is open. */
  under_review: z.boolean(),
  created_at: time,
})
export type UserExam = z.output<typeof userExam>

/** An exam that the caller may book or has taken. */
export const myExam = examCard.extend({
  has_access: z.boolean(),
  access_ends_at: time.nullable(),
  /** All attempts are used and none was passed; the exam can be bought again. */
  is_used_up: z.boolean(),
  /** Newest attempt; null before the first. */
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
  ready_at: time.nullable(),
  started_at: time.nullable(),
  /** When time runs out; null before the start, and while the clock is paused. */
  active_until: time.nullable(),
  clock_stopped_at: time.nullable(),
  seconds_left: count,
  points: count,
  extra_points: count,
  passing_points: count,
  resets_left: count,
  decided_at: time.nullable(),
  /** Whether a conduct case is open. */
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

/** The exam rules as accepted by the candidate. They apply to the attempt even if the exam's rules change. */
export const acceptedRules = z.object({ text: z.string(), at: time })

/** A row of the attempt's time ledger, oldest first. The end can be computed from the rows. */
export const ledgerRow = z.object({
  kind: ledgerKind,
  from_at: time.nullable(),
  until_at: time.nullable(),
  seconds: z.int(),
  points: z.int(),
  reason: z.string(),
  /** Author: a rule, or an administrator. The candidate's own actions count as `rule`. */
  by: z.enum(['rule', 'us']),
  at: time,
})

/** Environment of the exam. Credentials are included only while it runs. */
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

/** IP address range allowed to reach the exam environment. */
export const admittedAddress = z.object({
  /** Null until the candidate sets one. */
  range: z.string().nullable(),
  /** Range that the provider is about to allow instead. */
  wanted: z.string().nullable(),
  /** Why the last change failed. */
  problem: z.string().nullable(),
  /** The caller's public IPv4 address, as a suggestion; null if they connect over IPv6. */
  mine: z.string().nullable(),
})
export type AdmittedAddress = z.output<typeof admittedAddress>

/** An IPv4 address, or a range of them. */
export const admittedAddressEdit = z.strictObject({ address: line(40) })

/** An exam of the caller, with everything shown in the exam room. */
export const myExamDetails = exam.extend({
  has_access: z.boolean(),
  access_ends_at: time.nullable(),
  /** Authoritative server time. */
  now: time,
  /** Number of attempts per purchase or voucher. */
  attempts_allowed: count,
  /** Newest first. */
  attempts: z.array(examAttempt),
  /** Ledger of the newest attempt. */
  ledger: z.array(ledgerRow),
  environment: examEnvironment.nullable(),
  /** Rules accepted for the newest attempt; null if it is not booked, was booked by an administrator, or the exam has no rules. */
  accepted_rules: acceptedRules.nullable(),
  /** Latest preflight of the newest attempt, while it is booked. */
  preflight: examPreflight.nullable(),
  /** Problems the caller reported in the newest attempt, newest first. */
  reports: z.array(examReport),
  /** Null if the environment can be reached from anywhere. */
  admitted: admittedAddress.nullable(),
  /** Support agent currently viewing the room. */
  support: z.object({ by: z.string(), reason: z.string(), since: time, until: time }).nullable(),
})
export type MyExamDetails = z.output<typeof myExamDetails>

/** A flag as the candidate sees it, with the progress of this attempt. */
export const examFlag = z.object({
  id: uuid,
  title: z.string(),
  question: z.string(),
  type: flagType,
  points: count,
  solved_at: time.nullable(),
  /** The flag was faulty; its points count for everyone from this time. */
  credited_at: time.nullable(),
  wrong_tries: count,
})
export type ExamFlag = z.output<typeof examFlag>

export const examFlagResult = z.object({ correct: z.boolean(), flag: examFlag, points: count })

export const examCandidateFilter = listFilter({
  state: attemptState.optional(),
  /** Booked within this span. */
  from: time.optional(),
  until: time.optional(),
})

/** An attempt at one exam, with its candidate. */
export const examCandidate = userExam
  .omit({ exam: true, title: true, counted: true })
  .extend({ username: z.string(), full_name: z.string() })
export type ExamCandidate = z.output<typeof examCandidate>

/** A ledger row with its author; null for a rule. */
export const adminLedgerRow = ledgerRow.omit({ by: true }).extend({ actor: z.string().nullable() })

/** An attempt of a learner, for support. */
export const userAttempt = userExam.extend({
  time_zone: z.string().nullable(),
  checked_in_at: time.nullable(),
  ready_at: time.nullable(),
  active_until: time.nullable(),
  clock_stopped_at: time.nullable(),
  /** Authoritative server time. */
  now: time,
  seconds_left: count,
  /** Duration including this learner's extra time; null before booking. */
  duration_minutes: count.nullable(),
  /** Duration without extra time, and duration for this learner if booked now. */
  exam_minutes: count,
  booked_now_minutes: count,
  /** Maximum further extension in minutes. */
  extension_minutes_left: count,
  /** End of its account booking; null if there is none. */
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

/** A submission for an exam flag: time and result. The submitted value is not available to anyone. */
export const examFlagTry = z.object({
  id: uuid,
  flag: z.string(),
  at: time,
  correct: z.boolean(),
  /** Submitted after time ran out, so it does not count. */
  late: z.boolean(),
})

export const extraPointsFilter = listFilter({ state: extraPointsState.optional() })

/** A request for extra points in the administrators’ queue. */
export const extraPointsRow = extraPointsRequest.extend({
  username: z.string(),
  full_name: z.string(),
  exam: z.string(),
  title: z.string(),
  attempt_id: uuid,
  attempt_state: attemptState,
  /** Number of other attempts that submitted the same pull request. */
  used_elsewhere: count,
  allowed: z.array(z.enum(['decide'])),
})
export type ExtraPointsRow = z.output<typeof extraPointsRow>

export const regradeQuery = z.strictObject({ flag: uuid.optional() })

/** Candidates affected by a faulty flag, and the effect of its points on each result. */
export const regradePreview = z.object({
  flags: z.array(z.object({ id: uuid, title: z.string(), points: count })),
  /** Results affected by the requested flag. */
  rows: z.array(resultChange.extend({ username: z.string(), full_name: z.string(), number: z.int() })),
})
export type RegradePreview = z.output<typeof regradePreview>

export const submitExamFlagPayload = z.strictObject({ flag: z.string().max(500) })

/** Accepted hosts of pull requests. Their pages are public, so that anyone can verify a decision. */
const HOSTS = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']
/** `/owner/repository/pull/12`, in the forms used by the four hosts. */
const PATH = /^(?:\/[\w.-]+){2,6}\/(?:-\/)?(?:pull|pulls|merge_requests|pull-requests)\/[1-9]\d{0,9}(?=\/|$)/

/** Canonical URL of the pull request, without any suffix; null if it is not one. Only parsed, never fetched. */
export function pullRequestOf(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return null
  const path = PATH.exec(url.pathname)?.[0]
  return path && HOSTS.includes(url.hostname) ? `https://${url.hostname}${path}` : null
}

/** Support requests access to a candidate's room. The administrator proves their identity. */
export const roomAsk = z.strictObject({
  reason: line(500).min(1, 'Enter a reason. The candidate will see it'),
  /** Confirmed by another administrator, or with a code that is mailed to the candidate. */
  confirm_by: z.enum(['administrator', 'code']),
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
/** Code that the candidate received by mail and passed on to support. */
export const roomCode = z.strictObject({ code: z.string().min(1).max(20) })
export const roomOpening = z.object({
  id: uuid,
  attempt_id: uuid,
  state: z.enum(['waiting', 'open', 'ended', 'expired']),
  confirm_by: z.enum(['administrator', 'code']),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: time,
  confirm_until: time,
  /** The second administrator; null if confirmed with the candidate's code, or not confirmed yet. */
  confirmed_by: z.string().nullable(),
  opened_at: time.nullable(),
  open_until: time.nullable(),
  ended_at: time.nullable(),
  allowed: z.array(z.enum(['confirm', 'enter_code', 'look', 'end'])),
})
export type RoomOpening = z.output<typeof roomOpening>
/** A candidate's room as support sees it: without anything that grants access to the environment. */
export const supportRoom = z.object({
  opening: roomOpening,
  username: z.string(),
  full_name: z.string(),
  room: myExamDetails,
  flags: z.array(examFlag),
})
export type SupportRoom = z.output<typeof supportRoom>
