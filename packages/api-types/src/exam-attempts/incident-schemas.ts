import { z } from 'zod'
import { count, line, listFilter, text, time, timeZone, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { attemptState, ledgerKind } from './schemas.ts'

/** Maximum minutes that one incident adds to each exam; the exam's own ceiling may be lower. */
const minutes = z.int().min(1).max(1_440)

/** Input for actions on incident candidates, in addition to the reason. */
export const incidentAsk = z.strictObject({
  id: uuid,
  minutes: minutes.optional(),
  subject: line(150).optional(),
  text: text(5_000).optional(),
})
export type IncidentAsk = z.output<typeof incidentAsk>

/** State by the server clock. */
const incidentState = z.enum(['planned', 'open', 'ended'])

export const incidentInput = z.strictObject({
  /** Shown to candidates in the time ledger. */
  title: line(120).min(1, 'Describe what happened. Candidates will see it'),
  /** Omitted filters do not narrow the scope: an incident without any of the three affects every exam. */
  cloud: cloud.nullable(),
  region: line(40).min(1).nullable(),
  exam: line(64).min(1).nullable(),
  from_at: z.iso.datetime(),
  until_at: z.iso.datetime().nullable(),
})
/** The scope of an incident cannot be changed, because actions already taken would no longer match it. */
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
  /** Number of attempts with an action taken. */
  touched: count,
  /** Number of clocks it keeps stopped. */
  standing: count,
  version: z.int(),
  allowed: z.array(z.enum(['update', 'act'])),
})
export type ExamIncident = z.output<typeof examIncident>
export const examIncidentFilter = listFilter({ state: incidentState.optional() })

/** State of an attempt's environment; `failed` if it is no longer rebuilt automatically. */
const environment = z.enum(['none', 'building', 'running', 'failed'])

const candidateOf = {
  username: z.string(),
  full_name: z.string(),
  exam: z.string(),
  title: z.string(),
  state: attemptState,
  scheduled_at: time.nullable(),
}

/** Current state of an attempt affected by an incident. */
export const incidentCandidate = z.object({
  id: uuid,
  ...candidateOf,
  region: z.string().nullable(),
  environment,
  active_until: time.nullable(),
  clock_stopped_at: time.nullable(),
  seconds_left: count,
  /** Total time the clock has been stopped since the exam began. */
  stood_seconds: count,
  /** Delay of the environment after the booked start. */
  late_seconds: count,
  /** Time added by extensions. */
  extended_seconds: count,
  /** Actions taken for this and other incidents, in order. */
  done: z.array(z.object({ incident: uuid, kind: ledgerKind })),
})
export type IncidentCandidate = z.output<typeof incidentCandidate>
/** `incident` is required: the list shows the candidates of one incident. */
export const incidentCandidateFilter = listFilter({ incident: z.uuid() })

export const incidentEffect = z.object({
  ...candidateOf,
  state_after: attemptState,
  scheduled_at_after: time.nullable(),
  clock_stopped_at: time.nullable(),
  clock_stopped_at_after: time.nullable(),
  /** When time runs out; null while the clock is paused, and before the start. */
  ends_at: time.nullable(),
  ends_at_after: time.nullable(),
  seconds_left: count,
  seconds_left_after: count,
  /** Minutes added; fewer than requested if the exam's ceiling limits them. */
  minutes: count.nullable(),
  bounded: z.boolean(),
  /** Reason the clock would remain stopped. */
  still: z.string().nullable(),
})
export type IncidentEffect = z.output<typeof incidentEffect>

export const cloudRegion = z.object({ cloud, region: z.string() })

export const attemptRebuild = z.strictObject({
  version: z.int(),
  /** Not required for a dry run. */
  reason: line(500),
  dry_run: z.boolean().optional(),
})
export const examRebuild = z.object({
  failed_builds: count,
  /** Message of the last failed build. */
  last_message: z.string().nullable(),
  /** The clock is paused until the new environment runs; false if the exam has not started. */
  clock_stands: z.boolean(),
  seconds_left: count,
})

export const examsTodayQuery = z.strictObject({ time_zone: timeZone })
/** An exam of today: being prepared or taken, or booked for this day. */
export const examToday = z.object({
  id: uuid,
  ...candidateOf,
  environment,
  checked_in_at: time.nullable(),
  active_until: time.nullable(),
  clock_stopped_at: time.nullable(),
  /** Action required: an environment that cannot be built, a manually stopped clock, a late environment, or an absent candidate. */
  needs: z.enum(['build', 'resume', 'late', 'candidate']).nullable(),
})
export const examsToday = z.object({
  /** Exams that need action first, then by hour; at most 100. */
  exams: z.array(examToday),
  /** Count including those beyond the first 100. */
  total: count,
  incidents: z.array(z.object({ id: uuid, title: z.string(), standing: count })),
})
export type ExamsToday = z.output<typeof examsToday>
