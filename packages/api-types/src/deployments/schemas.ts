import { z } from 'zod'
import { cloudAccountHolder, cloudStatus, lockReason } from '../cloud-accounts/schemas.ts'
import {
  accountName,
  accountSearch,
  count,
  currency,
  line,
  listFilter,
  search,
  time,
  uuid,
} from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { flagType } from '../flags/schemas.ts'

export const deploymentState = z.enum(['queued', 'held', 'provisioning', 'running', 'ending', 'ended'])
export type DeploymentState = z.output<typeof deploymentState>
/** Why a deployment ended. */
export const endReason = z.enum([
  'learner',
  'expired',
  'reset',
  'administrator',
  'failed',
  'exam_over',
  'unclaimed',
  'left_queue',
  'spend',
  'abuse',
])
export type EndReason = z.output<typeof endReason>
/** What accounts run or wait for: labs, and besides them environments of exams. */
export const openLabs = z.object({ running: count, queued: count, exams: count })

export const stageState = z.enum(['waiting', 'active', 'done', 'failed'])

export const stage = z.object({
  name: z.string(),
  state: stageState,
  started_at: time.nullable(),
  ended_at: time.nullable(),
  log: z.array(z.string()),
})
export type Stage = z.output<typeof stage>

/** Resources of one type; the cost of all of them an hour in millionths of the currency, null where the type has no price. */
export const countedType = z.object({ type: z.string(), count, hourly_micros: count.nullable() })

/** What an environment holds, by the latest reading, against what it may hold. */
export const contents = z.object({
  read_at: time,
  resources: count,
  max_resources: count.nullable(),
  /** Millionths of the currency an hour, of what has a price. */
  hourly_micros: count,
  max_hourly_cost: count.nullable(),
  currency,
  /** How many stand there whose price is not known. */
  unpriced: count,
  /** Since when it holds more than it may. */
  over_since: time.nullable(),
})
export type Contents = z.output<typeof contents>

/** The same for administrators: type by type, and whether the readings succeed. */
export const deploymentInventory = z.object({
  /** Null before the first reading that succeeded. */
  contents: contents.nullable(),
  types: z.array(countedType),
  over: z.array(z.enum(['resources', 'cost'])),
  over_readings: count,
  asked_at: time.nullable(),
  /** What the provider said against the latest reading; null when that succeeded. */
  error: z.string().nullable(),
  /** It ends by itself when the next reading finds it over its limits too. */
  ends_when_over: z.boolean(),
})
export type DeploymentInventory = z.output<typeof deploymentInventory>

/**
 * That its account was empty when it was given: when it was cleaned after whoever had it before, how much that removed, and when it was found
 * empty. What may stay is counted by type, since names may be somebody else's.
 */
export const emptied = z.object({
  /** Null for an account that nobody had before. */
  cleaned_at: time.nullable(),
  removed: count,
  verified_at: time,
  stays: z.array(z.object({ type: z.string(), count })),
})
export type Emptied = z.output<typeof emptied>

/** A deployment as its learner sees it, with credentials only while it runs. */
export const deployment = z.object({
  id: uuid,
  lab: z.string(),
  cloud,
  state: deploymentState,
  reason: endReason.nullable(),
  /** Explains a failure to the learner. */
  message: z.string().nullable(),
  account_id: z.string().nullable(),
  region: z.string().nullable(),
  stages: z.array(stage),
  queue: z.object({ place: count, estimate_seconds: count.nullable() }).nullable(),
  console_url: z.string().nullable(),
  credentials: z.array(z.object({ label: z.string(), value: z.string(), secret: z.boolean() })),
  outputs: z.record(z.string(), z.string()),
  /** How long it runs once it is built: after a reset, the time that was left. */
  duration_seconds: count,
  created_at: time,
  running_at: time.nullable(),
  ends_at: time.nullable(),
  hard_deadline_at: time.nullable(),
  extensions_left: count,
  resets_left: count,
  /** Earliest time of an extension. */
  extend_from: time.nullable(),
  ended_at: time.nullable(),
  /** What its account holds, once that was read. */
  contents: contents.nullable(),
  emptied: emptied.nullable(),
  /** Whether a shell over its simulated account is open to its learner now. */
  has_shell: z.boolean(),
})
export type Deployment = z.output<typeof deployment>

/** Whose environment it is: a learner’s lab, an exam’s, one that somebody only tries, an author or a candidate, or the canary’s. */
export const deploymentKind = z.enum(['lab', 'exam', 'try', 'canary'])
export type DeploymentKind = z.output<typeof deploymentKind>

/**
 * What one that is queued waits for: an account; one that is not kept for booked exams; or its learner, who owes the lab its extra data and is
 * passed over until then.
 */
export const queueWait = z.enum(['account', 'bookings', 'extra_data'])
export type QueueWait = z.output<typeof queueWait>

export const deploymentAction = z.enum(['end', 'retry', 'hold'])

export const deploymentRow = z.object({
  id: uuid,
  kind: deploymentKind,
  state: deploymentState,
  reason: endReason.nullable(),
  /** What its learner reads besides: why it could not be built, or was ended. */
  message: z.string().nullable(),
  /** Its lab and its exam; neither for what a candidate tries before an exam. */
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  attempt_id: uuid.nullable(),
  title: z.string(),
  username: z.string(),
  cloud,
  account_id: z.string().nullable(),
  region: z.string().nullable(),
  /** Its place among those who wait in its cloud, and how long that may take: null when no account becomes free by itself. */
  queue: z.object({ place: count, estimate_seconds: count.nullable(), waits_for: queueWait }).nullable(),
  /** Whether its learner looks on while it waits: nobody who is away is built anything. */
  is_present: z.boolean(),
  /** Until when an account is held for a learner who is away. */
  held_until: time.nullable(),
  created_at: time,
  running_at: time.nullable(),
  ends_at: time.nullable(),
  ended_at: time.nullable(),
  /** Actions that the caller may do now; they succeed unless a rate limit refuses them. */
  allowed: z.array(deploymentAction),
})
export type DeploymentRow = z.output<typeof deploymentRow>

const word = z.string().min(1).max(64).optional()
export const deploymentFilter = listFilter({
  /** Learner, lab or account, or its own id. */
  q: search.optional(),
  state: z.union([deploymentState, z.array(deploymentState).max(6)]).optional(),
  reason: endReason.optional(),
  kind: deploymentKind.optional(),
  cloud: cloud.optional(),
  /** That of its account: whoever waits has none. */
  region: line(40).optional(),
  username: accountSearch.min(1).optional(),
  lab: word,
  account_id: word,
  /** Asked for then or later. */
  since: z.iso.datetime().optional(),
  /** It began to run from one moment until before another. */
  started_from: z.iso.datetime().optional(),
  started_until: z.iso.datetime().optional(),
})

/** A moment of a deployment, as its page was told. `stage` names what was begun, done or failed. */
export const deploymentMoment = z.object({
  at: time,
  kind: z.enum(['state', 'stage', 'extended', 'warning']),
  state: deploymentState.nullable(),
  reason: endReason.nullable(),
  stage: z.object({ name: z.string(), state: stageState }).nullable(),
  ends_at: time.nullable(),
  minutes: count.nullable(),
})
export type DeploymentMoment = z.output<typeof deploymentMoment>

/** A deployment on its page in the console: never its credentials and outputs, which are its learner’s alone. */
export const deploymentRecord = deploymentRow.extend({
  /** With the logs that its learner reads. */
  stages: z.array(stage),
  /** At most the first 400 moments, in their order. */
  history: z.array(deploymentMoment),
  course: z.string().nullable(),
  module_version: z.string(),
  duration_seconds: count,
  hard_deadline_at: time.nullable(),
  credentials_revoked_at: time.nullable(),
  /** Turns that its learner missed. */
  misses: count,
  cost_reset: z.boolean(),
  extensions_used: count,
  /** Of its lab; null where there is none. */
  extensions: count.nullable(),
  resets_used: count.nullable(),
  resets: count.nullable(),
  flags: z.object({ solved: count, total: count }).nullable(),
  /** Its account as it is now, if it still has to do with this deployment. */
  account: z
    .object({ status: cloudStatus, lock_reason: lockReason.nullable(), hold_reason: z.string().nullable() })
    .nullable(),
  /** Who had its account before, at its time, and after; null before it had one. */
  holders: z
    .object({
      before: cloudAccountHolder.nullable(),
      at: cloudAccountHolder.nullable(),
      after: cloudAccountHolder.nullable(),
    })
    .nullable(),
  /** A later one of the same lab and learner. */
  next: uuid.nullable(),
  /** Why it cannot be tried again for its learner; null when it can. */
  retry_refusal: z.string().nullable(),
})
export type DeploymentRecord = z.output<typeof deploymentRecord>

const why = line(500).min(1, 'Say why: it is kept in the audit')
/** `message` is what its learner reads besides, on the page of the lab and in a mail. */
export const deploymentEnd = z.strictObject({ reason: why, message: line(500).optional() })
export const deploymentRetry = z.strictObject({ reason: why })
export const deploymentHold = z.strictObject({ reason: why })

/** `down` are those that would be free, in a region that is out of use. */
const poolCount = { available: count, down: count, busy: count, held: count, quarantined: count, pending: count }
/** Who waits in a cloud, and what its accounts do. */
export const labQueue = z.object({
  cloud,
  queued: count,
  held_for_learners: count,
  /** How many of those queued wait for what. */
  waits_for: z.record(queueWait, count),
  /** Since when the first of them waits. */
  oldest_at: time.nullable(),
  /** How long whoever joins now may wait: 0 while an account is free, null when none becomes free by itself. */
  estimate_seconds: count.nullable(),
  ...poolCount,
  regions: z.array(z.object({ region: z.string(), ...poolCount })),
})
export type LabQueue = z.output<typeof labQueue>

/** What an account cost, an hour, and how long it took to come back. */
const poolRegion = z.object({
  region: z.string(),
  total: count,
  available: count,
  leased: count,
  running: count,
  cleaning: count,
  held: count,
  quarantined: count,
  pending: count,
  /** Millionths of the currency an hour, of what runs and has a price. */
  hourly_micros: count,
  /** Resources in what runs whose price is not known. */
  unpriced: count,
  is_down: z.boolean(),
  /** Seconds from the end of a lab until its account was free again, in the last seven days; null when none was. */
  turnaround: z.object({ cleaned: count, p50: count, p95: count }).nullable(),
})
export type PoolRegion = z.output<typeof poolRegion>

/** One hour of the day ahead at its fullest. */
const forecastHour = z.object({
  at: time,
  accounts: count,
  exams: count,
  spares: count,
  groups: count,
  labs: count,
  left: count,
})
export type ForecastHour = z.output<typeof forecastHour>

export const driftKind = z.enum([
  'not_empty',
  'no_receipt',
  'without_deployment',
  'without_account',
  'lease_without_job',
  'job_lost',
  'unreadable',
])
export type DriftKind = z.output<typeof driftKind>

const drift = z.object({
  id: uuid,
  at: time,
  kind: driftKind,
  cloud,
  account_id: z.string().nullable(),
  deployment_id: uuid.nullable(),
  detail: z.string(),
  done: z.string(),
})
export type Drift = z.output<typeof drift>

const outage = z.object({
  id: uuid,
  cloud,
  region: z.string(),
  reason: z.string(),
  started_at: time,
  started_by: z.string().nullable(),
})
export type RegionOutage = z.output<typeof outage>

export const poolOverview = z.object({
  clouds: z.array(
    z.object({
      cloud,
      queue: z.object({
        queued: count,
        waits_for: z.record(queueWait, count),
        oldest_at: time.nullable(),
        estimate_seconds: count.nullable(),
      }),
      regions: z.array(poolRegion),
      forecast: z.array(forecastHour),
    }),
  ),
  outages: z.array(outage),
  /** The latest first. */
  drifts: z.array(drift),
  allowed: z.array(z.enum(['region_down', 'reserve'])),
})
export type PoolOverview = z.output<typeof poolOverview>

/** Takes a region out of use; with `dry_run` it only says what that would do. */
export const regionOutageInput = z.strictObject({ cloud, region: line(40).min(1), reason: why, dry_run: z.boolean() })
export const regionOutageReport = z.object({
  /** Null for a dry run. */
  id: uuid.nullable(),
  /** Free accounts that nobody is given. */
  available: count,
  building: count,
  /** Labs and exams that go on; those in them are told. */
  running: count,
  exams: count,
})
export type RegionOutageReport = z.output<typeof regionOutageReport>

const reserved = {
  name: line(120).min(1, 'Give it a name'),
  cloud,
  accounts: z.int().min(1, 'At least one').max(1000, 'At most 1000'),
  from_at: z.iso.datetime(),
  until_at: z.iso.datetime(),
  /** Who may use what is kept. */
  members: z.array(accountName).max(500),
}
export const groupReservationInput = z.strictObject(reserved)
export const groupReservationEdit = z.strictObject({ version: z.int(), ...reserved })
export const groupReservationCancel = z.strictObject({ version: z.int(), reason: why })
export const groupReservation = z.object({
  id: uuid,
  name: z.string(),
  cloud,
  accounts: count,
  from_at: time,
  until_at: time,
  members: z.array(z.string()),
  created_by: z.string().nullable(),
  created_at: time,
  cancelled_at: time.nullable(),
  version: z.int(),
  allowed: z.array(z.enum(['update', 'cancel'])),
})
export type GroupReservation = z.output<typeof groupReservation>

export const labTestInput = z.strictObject({ values: z.record(z.string().max(64), z.string().max(500)).default({}) })
/** An author’s test run of a lab: the deployment as its learner would see it, and which flags it solved. */
export const labTest = z.object({
  deployment: deployment.nullable(),
  /** Whether a test that starts now builds changes that are not published yet. */
  drafted: z.boolean(),
  /** Whether the lab has changed since this test began, so that solving it says nothing about the lab as it is now. */
  outdated: z.boolean(),
  flags: z.array(z.object({ id: uuid, title: z.string(), question: z.string(), type: flagType, solved: z.boolean() })),
  extra_fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      hint: z.string(),
      required: z.boolean(),
      choices: z.array(z.string()),
    }),
  ),
})
export type LabTest = z.output<typeof labTest>
