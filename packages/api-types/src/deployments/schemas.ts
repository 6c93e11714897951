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
/** Running and queued labs of the accounts, and their exam environments. */
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

/** Resources of one type. The hourly cost of all of them is in millionths of the currency; null if the type has no price. */
export const countedType = z.object({ type: z.string(), count, hourly_micros: count.nullable() })

/** Resources in an environment at the last inventory, and its limits. */
export const contents = z.object({
  read_at: time,
  resources: count,
  max_resources: count.nullable(),
  /** Millionths of the currency per hour, for resources with a known price. */
  hourly_micros: count,
  max_hourly_cost: count.nullable(),
  currency,
  /** Number of resources without a known price. */
  unpriced: count,
  /** When it first exceeded its limits. */
  over_since: time.nullable(),
})
export type Contents = z.output<typeof contents>

/** Inventory for administrators: resources by type, and errors of the readings. */
export const deploymentInventory = z.object({
  /** Null before the first successful reading. */
  contents: contents.nullable(),
  types: z.array(countedType),
  over: z.array(z.enum(['resources', 'cost'])),
  over_readings: count,
  asked_at: time.nullable(),
  /** Provider's error for the last reading; null if it succeeded. */
  error: z.string().nullable(),
  /** It ends automatically if the next reading is also over its limits. */
  ends_when_over: z.boolean(),
})
export type DeploymentInventory = z.output<typeof deploymentInventory>

/**
 * Evidence that the account was empty when assigned: when it was cleaned after the previous holder, how many resources that removed, and when it was
 * found empty. Remaining resources are counted by type, since names may reveal other learners.
 */
export const emptied = z.object({
  /** Null if the account has no previous holder. */
  cleaned_at: time.nullable(),
  removed: count,
  verified_at: time,
  stays: z.array(z.object({ type: z.string(), count })),
})
export type Emptied = z.output<typeof emptied>

/** A deployment as its learner sees it. Credentials are included only while it runs. */
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
  /** Run time after the build; after a reset, the time that was left. */
  duration_seconds: count,
  created_at: time,
  running_at: time.nullable(),
  ends_at: time.nullable(),
  hard_deadline_at: time.nullable(),
  extensions_left: count,
  resets_left: count,
  /** Earliest time at which it can be extended. */
  extend_from: time.nullable(),
  ended_at: time.nullable(),
  /** Resources in its account; null before the first reading. */
  contents: contents.nullable(),
  emptied: emptied.nullable(),
  /** Whether its learner has an open shell in its simulated account now. */
  has_shell: z.boolean(),
})
export type Deployment = z.output<typeof deployment>

/** Purpose of the environment: a learner's lab, an exam, a trial run by an author or candidate, or the canary. */
export const deploymentKind = z.enum(['lab', 'exam', 'try', 'canary'])
export type DeploymentKind = z.output<typeof deploymentKind>

/** Reason that a queued deployment waits: no free account; only accounts reserved for exams; or missing extra data, in which case it is skipped. */
export const queueWait = z.enum(['account', 'bookings', 'extra_data'])

export const deploymentAction = z.enum(['end', 'retry', 'hold'])

export const deploymentRow = z.object({
  id: uuid,
  kind: deploymentKind,
  state: deploymentState,
  reason: endReason.nullable(),
  /** Additional message for the learner: why the build failed, or why it was ended. */
  message: z.string().nullable(),
  /** Its lab and its exam; both null for a candidate's trial run before an exam. */
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  attempt_id: uuid.nullable(),
  title: z.string(),
  username: z.string(),
  cloud,
  account_id: z.string().nullable(),
  region: z.string().nullable(),
  /** Position in its cloud's queue and estimated wait; the estimate is null if no account will become free automatically. */
  queue: z.object({ place: count, estimate_seconds: count.nullable(), waits_for: queueWait }).nullable(),
  /** Whether its learner is on the page while it waits. Nothing is built for absent learners. */
  is_present: z.boolean(),
  /** How long an account is reserved for an absent learner. */
  held_until: time.nullable(),
  created_at: time,
  running_at: time.nullable(),
  ends_at: time.nullable(),
  ended_at: time.nullable(),
  allowed: z.array(deploymentAction),
})
export type DeploymentRow = z.output<typeof deploymentRow>

const word = z.string().min(1).max(64).optional()
export const deploymentFilter = listFilter({
  /** Searches the learner, lab, account and deployment id. */
  q: search.optional(),
  state: z.union([deploymentState, z.array(deploymentState).max(6)]).optional(),
  reason: endReason.optional(),
  kind: deploymentKind.optional(),
  cloud: cloud.optional(),
  /** Region of its account; queued deployments have none. */
  region: line(40).optional(),
  username: accountSearch.min(1).optional(),
  lab: word,
  account_id: word,
  /** Requested at or after this time. */
  since: z.iso.datetime().optional(),
  /** Started running at or after `started_from` and before `started_until`. */
  started_from: z.iso.datetime().optional(),
  started_until: z.iso.datetime().optional(),
})

/** An event of a deployment, as shown on its page. `stage` names the stage that started, finished or failed. */
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

/** A deployment on its console page. Credentials and outputs are never included; only its learner sees them. */
export const deploymentRecord = deploymentRow.extend({
  /** With the logs shown to the learner. */
  stages: z.array(stage),
  /** The first 400 events, in order. */
  history: z.array(deploymentMoment),
  course: z.string().nullable(),
  module_version: z.string(),
  duration_seconds: count,
  hard_deadline_at: time.nullable(),
  credentials_revoked_at: time.nullable(),
  /** Number of turns in the queue that its learner missed. */
  misses: count,
  cost_reset: z.boolean(),
  extensions_used: count,
  /** Extensions the lab allows; null if the deployment has no lab. */
  extensions: count.nullable(),
  resets_used: count.nullable(),
  resets: count.nullable(),
  flags: z.object({ solved: count, total: count }).nullable(),
  /** Current state of its account, while the account is still tied to this deployment. */
  account: z
    .object({ status: cloudStatus, lock_reason: lockReason.nullable(), hold_reason: z.string().nullable() })
    .nullable(),
  /** Holders of its account before, during and after; null before it had an account. */
  holders: z
    .object({
      before: cloudAccountHolder.nullable(),
      at: cloudAccountHolder.nullable(),
      after: cloudAccountHolder.nullable(),
    })
    .nullable(),
  /** A later deployment of the same lab and learner. */
  next: uuid.nullable(),
  /** Reason it cannot be retried for its learner; null if it can. */
  retry_refusal: z.string().nullable(),
})
export type DeploymentRecord = z.output<typeof deploymentRecord>

const why = line(500).min(1, 'Enter a reason. It is recorded in the audit log')
/** `message` is shown to the learner on the lab page and in a mail. */
export const deploymentEnd = z.strictObject({ reason: why, message: line(500).optional() })
export const deploymentRetry = z.strictObject({ reason: why })
export const deploymentHold = z.strictObject({ reason: why })

/** `down`: accounts that would be free, but are in a region that is out of use. */
const poolCount = { available: count, down: count, busy: count, held: count, quarantined: count, pending: count }
/** Queue and account counts of one cloud. */
export const labQueue = z.object({
  cloud,
  queued: count,
  held_for_learners: count,
  /** Number of queued deployments by what they wait for. */
  waits_for: z.record(queueWait, count),
  /** When the oldest queued deployment was requested. */
  oldest_at: time.nullable(),
  /** Estimated wait for a new request: 0 while an account is free, null if none will become free automatically. */
  estimate_seconds: count.nullable(),
  ...poolCount,
  regions: z.array(z.object({ region: z.string(), ...poolCount })),
})
export type LabQueue = z.output<typeof labQueue>

/** Hourly cost and turnaround of the accounts in a region. */
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
  /** Millionths of the currency per hour, for running resources with a known price. */
  hourly_micros: count,
  /** Running resources without a known price. */
  unpriced: count,
  is_down: z.boolean(),
  /** Seconds from the end of a lab until its account was free again, over the last seven days; null if there were none. */
  turnaround: z.object({ cleaned: count, p50: count, p95: count }).nullable(),
})
export type PoolRegion = z.output<typeof poolRegion>

/** Peak use in one hour of the forecast. */
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
  /** Latest first. */
  drifts: z.array(drift),
  allowed: z.array(z.enum(['region_down', 'reserve'])),
})
export type PoolOverview = z.output<typeof poolOverview>

/** Takes a region out of use; with `dry_run` it only reports the effect. */
export const regionOutageInput = z.strictObject({ cloud, region: line(40).min(1), reason: why, dry_run: z.boolean() })
export const regionOutageReport = z.object({
  /** Null for a dry run. */
  id: uuid.nullable(),
  /** Free accounts that will no longer be assigned. */
  available: count,
  building: count,
  /** Labs and exams that continue; their learners are notified. */
  running: count,
  exams: count,
})

const reserved = {
  name: line(120).min(1, 'Enter a name'),
  cloud,
  accounts: z.int().min(1, 'At least one').max(1000, 'At most 1000'),
  from_at: z.iso.datetime(),
  until_at: z.iso.datetime(),
  /** Accounts that may use the reservation. */
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
/** An author's test run of a lab: the deployment as its learner would see it, and the flags solved. */
export const labTest = z.object({
  deployment: deployment.nullable(),
  /** Whether a test started now would include unpublished changes. */
  drafted: z.boolean(),
  /** Whether the lab has changed since this test began, so that a solution does not apply to the current lab. */
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
