import { z } from 'zod'
import { count, line, listFilter, text, time, timeZone, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { attemptState, ledgerKind } from './schemas.ts'

/** The most minutes that one incident gives each exam; the ceiling of an exam may be lower. */
const minutes = z.int().min(1).max(1_440)

/** What an action on the candidates of an incident needs besides its reason. */
export const incidentAsk = z.strictObject({
  id: uuid,
  minutes: minutes.optional(),
  /** Of the mail to write. */
  subject: line(150).optional(),
  text: text(5_000).optional(),
})
export type IncidentAsk = z.output<typeof incidentAsk>

/** The state by the server's clock. */
const incidentState = z.enum(['planned', 'open', 'ended'])

export const incidentInput = z.strictObject({
  /** Candidates read it in the ledger of their time. */
  title: line(120).min(1, 'Say what happened. Candidates read it'),
  /** What is not named does not narrow it: an incident without any of the three is about every exam. */
  cloud: cloud.nullable(),
  region: line(40).min(1).nullable(),
  exam: line(64).min(1).nullable(),
  from_at: z.iso.datetime(),
  until_at: z.iso.datetime().nullable(),
})
/** Whom an incident touches stays as it was: what was done for it would else hang in the air. */
export const incidentEdit = incidentInput
  .pick({ title: true, from_at: true, until_at: true })
  .partial()
  .extend({ version: z.int() })

export const examIncident = z.object({
  id: uuid,
  title: z.string(),
  cloud: cloud.nullable(),
  region: z.string().nullable(),
  exam: z.string().nullable(),
  exam_title: z.string().nullable(),
  from_at: time,
  until_at: time.nullable(),
  state: incidentState,
  created_at: time,
  /** How many attempts something was done to. */
  touched: count,
  /** How many clocks it keeps standing. */
  standing: count,
  version: z.int(),
  allowed: z.array(z.enum(['update', 'act'])),
})
export type ExamIncident = z.output<typeof examIncident>
export const examIncidentFilter = listFilter({ state: incidentState.optional() })

/** How far the environment of an attempt is; `failed` when it is not built any more by itself. */
const environment = z.enum(['none', 'building', 'running', 'failed'])

const candidateOf = {
  username: z.string(),
  full_name: z.string(),
  exam: z.string(),
  title: z.string(),
  state: attemptState,
  scheduled_at: time.nullable(),
}

/** An attempt that an incident is about, as it stands now. */
export const incidentCandidate = z.object({
  id: uuid,
  ...candidateOf,
  region: z.string().nullable(),
  environment,
  active_until: time.nullable(),
  clock_stopped_at: time.nullable(),
  seconds_left: count,
  /** How long the clock stood since the exam began, until now. */
  stood_seconds: count,
  /** How much later than its hour the environment was ready. */
  late_seconds: count,
  /** What it was extended by. */
  extended_seconds: count,
  /** What was done to it for incidents, this one and others, in order. */
  done: z.array(z.object({ incident: uuid, kind: ledgerKind })),
})
export type IncidentCandidate = z.output<typeof incidentCandidate>
/** `incident` is required: the list shows the candidates of one. */
export const incidentCandidateFilter = listFilter({ incident: z.uuid() })

/** What would become of one attempt. */
export const incidentEffect = z.object({
  ...candidateOf,
  state_after: attemptState,
  scheduled_at_after: time.nullable(),
  /** Since when the clock stands. */
  clock_stopped_at: time.nullable(),
  clock_stopped_at_after: time.nullable(),
  /** When time is over; null while the clock stands, and before the start. */
  ends_at: time.nullable(),
  ends_at_after: time.nullable(),
  seconds_left: count,
  seconds_left_after: count,
  /** The minutes that are given; fewer than were asked for where the ceiling of the exam bounds them. */
  minutes: count.nullable(),
  bounded: z.boolean(),
  /** Why the clock would still stand. */
  still: z.string().nullable(),
})
export type IncidentEffect = z.output<typeof incidentEffect>

/** A region in which there are accounts of a cloud. */
export const cloudRegion = z.object({ cloud, region: z.string() })

export const attemptRebuild = z.strictObject({
  version: z.int(),
  /** A dry run needs none. */
  reason: line(500),
  dry_run: z.boolean().optional(),
})
/** What building the environment of an attempt again does. */
export const examRebuild = z.object({
  failed_builds: count,
  /** The message of the build that failed last. */
  last_message: z.string().nullable(),
  /** The clock stands until the new one runs; false before the exam has begun. */
  clock_stands: z.boolean(),
  seconds_left: count,
})
export type ExamRebuild = z.output<typeof examRebuild>

export const examsTodayQuery = z.strictObject({ time_zone: timeZone })
/** An exam of today: one that is prepared or sat, or whose hour is on this day. */
export const examToday = z.object({
  id: uuid,
  ...candidateOf,
  environment,
  checked_in_at: time.nullable(),
  active_until: time.nullable(),
  clock_stopped_at: time.nullable(),
  /** What a person has to see to: an environment that cannot be built, a clock that was stopped by hand, one that is late, or who is not there. */
  needs: z.enum(['build', 'resume', 'late', 'candidate']).nullable(),
})
export type ExamToday = z.output<typeof examToday>
export const examsToday = z.object({
  /** What needs a hand comes first, then by hour; at most a hundred. */
  exams: z.array(examToday),
  /** Those beyond the hundred are counted. */
  total: count,
  incidents: z.array(z.object({ id: uuid, title: z.string(), standing: count })),
})
export type ExamsToday = z.output<typeof examsToday>
