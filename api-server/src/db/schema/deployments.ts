import { and, eq, isNotNull, not, or, sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { lookup, personal } from '../duties.ts'
import { deletedAfter, emptiedAfter, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { isOlder } from '../sql.ts'
import { cloudAccounts, terraformEnvironments, terraformStates } from './cloud-accounts.ts'
import { createdAt, id, instant, version, words } from './columns.ts'
import { courses, lessons } from './courses.ts'
import { examAttempts, examSnapshots, exams } from './exams.ts'
import { type CloudName, labs, type RunFlag } from './labs.ts'
import { users } from './users.ts'

export type DeploymentState = 'queued' | 'held' | 'provisioning' | 'running' | 'ending' | 'ended'
export type EndReason =
  | 'learner'
  | 'expired'
  | 'reset'
  | 'administrator'
  | 'failed'
  | 'exam_over'
  | 'unclaimed'
  | 'left_queue'
  | 'spend'
  | 'abuse'

export type DeploymentKind = 'lab' | 'exam' | 'try' | 'canary'

export interface StageRecord {
  name: string
  state: 'waiting' | 'active' | 'done' | 'failed'
  started_at: string | null
  ended_at: string | null
  log: string[]
}

/** Columns of `labs` that a run uses and a revision may change. */
export const RUN_COLUMNS = [
  'title',
  'description',
  'difficulty',
  'cloud',
  'module',
  'module_version',
  'module_stages',
  'variables',
  'duration_minutes',
  'extensions',
  'extension_minutes',
  'resets',
  'extra_fields',
  'downloads',
  'download_limit',
  'max_resources',
  'max_hourly_cost',
  'walkthrough',
  'canary',
  'defense',
] as const
export type RunLab = Pick<typeof labs.$inferSelect, (typeof RUN_COLUMNS)[number]>

export interface LabTest {
  values: Record<string, string>
  solved: string[]
  /** Set for canary runs, which are not an author's test. */
  canary?: true
}

/**
 * Snapshot of a lab, its flags and its lesson text at the start of a run. The run uses it until it ends, regardless of later publications. Runs with
 * identical content share a row.
 */
export const labSnapshots = pgTable(
  'lab_snapshots',
  {
    id: id(),
    lab_id: uuid()
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    lab: jsonb().$type<RunLab>().notNull(),
    /** In order. */
    flags: jsonb().$type<RunFlag[]>().notNull(),
    instructions: text().notNull(),
    checksum: text().notNull().generatedAlwaysAs(sql`md5(lab::text || flags::text || instructions)`),
    /** Fingerprint of what a solved test run verifies: the module and the required flags. */
    built: text().notNull().generatedAlwaysAs(sql`lab_built(lab, flags)`),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('lab_snapshots_checksum').on(t.lab_id, t.checksum)],
)

export const deployments = pgTable(
  'deployments',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lab_id: uuid().references(() => labs.id),
    /** Snapshot of the lab at the start of this run; null for an exam environment. */
    snapshot_id: uuid().references(() => labSnapshots.id),
    /** Snapshot of the exam at booking; null for a lab. */
    exam_snapshot_id: uuid().references(() => examSnapshots.id),
    /** An exam environment belongs to an attempt and uses the exam's module. */
    exam_id: uuid().references(() => exams.id),
    attempt_id: uuid().references(() => examAttempts.id),
    course_id: uuid().references(() => courses.id),
    lesson_id: uuid().references(() => lessons.id),
    cloud: text().$type<CloudName>().notNull(),
    cloud_account_id: uuid().references(() => cloudAccounts.id),
    /** Clean-up receipt showing that its account was empty when leased. */
    receipt_id: uuid(),
    state: text().$type<DeploymentState>().notNull().default('queued'),
    reason: text().$type<EndReason>(),
    /** Explanation for the learner. */
    message: text(),
    /** Pinned when the deployment is requested. */
    module_version: text().notNull(),
    /** The candidate's own values for variables of an exam module: the allowed IP range. */
    variables: jsonb().$type<Record<string, string>>().notNull().default({}),
    stages: jsonb().$type<StageRecord[]>().notNull().default([]),
    outputs: jsonb().$type<Record<string, string>>().notNull().default({}),
    console_url: text(),
    /** Sealed, bound to this row's id. */
    credentials_sealed: text(),
    credentials_revoked_at: instant(),
    /** Fencing token of the job that owns the deployment; writes with an older token change nothing. */
    lease_token: uuid(),
    heartbeat_at: instant(),
    /** The apply finished in the cloud, so its outputs can be read again. */
    applied_at: instant(),
    /** Whether this deployment used up one of the learner's resets. */
    cost_reset: boolean().notNull().default(false),
    /** Queue priority: resets and first missed turns go to the front. */
    priority: integer().notNull().default(0),
    queued_at: createdAt(),
    /** When the learner's page was last open. */
    present_at: instant(),
    held_until: instant(),
    misses: integer().notNull().default(0),
    duration_seconds: integer().notNull(),
    extensions_used: integer().notNull().default(0),
    running_at: instant(),
    ends_at: instant(),
    hard_deadline_at: instant(),
    warned_minutes: integer(),
    created_at: createdAt(),
    ended_at: instant(),
    version: version(),
    /** An author's test run, excluded from all figures: the extra data they entered, and the ids of the flags they solved. Null for a learner's own run. */
    test: jsonb().$type<LabTest>(),
    /** The attempt that a candidate's preflight belongs to. It is also a test run, and has no lab. */
    preflight_of: uuid().references(() => examAttempts.id),
    /** Purpose of the environment: a learner's lab, an exam, a trial run, or the canary. */
    kind: text()
      .$type<DeploymentKind>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when test ? 'canary' then 'canary' when test is not null then 'try' when attempt_id is not null then 'exam' else 'lab' end`,
      ),
    /** When its dynamic flags were recorded in `planted_flags`. */
    flags_marked_at: instant(),
  },
  (t) => [
    // One active deployment per learner and lab, and one test run per author. Deployments that are ending do not count.
    uniqueIndex('deployments_one_of_a_lab')
      .on(t.user_id, t.lab_id, sql`(${t.test} is not null)`)
      .where(sql`${t.state} in ('queued', 'held', 'provisioning', 'running') and ${t.attempt_id} is null`),
    // A cloud account is leased to one deployment at a time.
    uniqueIndex('deployments_account')
      .on(t.cloud_account_id)
      .where(sql`${t.state} in ('held', 'provisioning', 'running', 'ending')`),
    index('deployments_queue').on(t.cloud, t.priority, t.queued_at).where(sql`${t.state} = 'queued'`),
    index('deployments_unmarked')
      .on(t.running_at)
      .where(sql`${t.running_at} is not null and ${t.flags_marked_at} is null`),
    index('deployments_due').on(t.ends_at).where(sql`${t.state} = 'running'`),
    index('deployments_user').on(t.user_id, t.created_at, t.id),
    index('deployments_attempt').on(t.attempt_id, t.created_at).where(sql`${t.attempt_id} is not null`),
    index('deployments_preflight').on(t.preflight_of, t.created_at).where(sql`${t.preflight_of} is not null`),
    index('deployments_lab').on(t.lab_id, t.created_at, t.id),
    index('deployments_cloud').on(t.cloud, t.created_at, t.id),
    index('deployments_cloud_account').on(t.cloud_account_id, t.created_at, t.id),
    index('deployments_tests').on(t.lab_id, t.user_id, t.created_at).where(sql`${t.test} is not null`),
    index('deployments_state').on(t.state, t.created_at, t.id),
    index('deployments_created_at').on(t.created_at, t.id),
    index('deployments_kind').on(t.kind, t.created_at, t.id),
    index('deployments_reason').on(t.reason, t.created_at, t.id).where(sql`${t.reason} is not null`),
    index('deployments_in_queue').on(t.priority, t.queued_at, t.id),
    index('deployments_ends_at').on(t.ends_at, t.id),
    index('deployments_ended_at').on(t.ended_at, t.id),
    index('deployments_running_at').on(t.running_at, t.id),
    // For labs that ran at some time of a day.
    index('deployments_ran')
      .using(
        'gist',
        sql`tstzrange(${t.running_at}, case when ${t.ended_at} is not null then greatest(${t.running_at}, ${t.ended_at}) end)`,
      )
      .where(sql`${t.running_at} is not null and ${t.kind} = 'lab'`),
    // For outputs and logs that are not deleted yet.
    index('deployments_with_outputs')
      .on(t.ended_at)
      .where(
        sql`${t.state} = 'ended' and (${t.stages} @? '$[*].log[0]' or ${t.outputs} <> '{}'::jsonb or ${t.console_url} is not null or ${t.credentials_sealed} is not null)`,
      ),
  ],
)

export const deploymentsDuties = personal(deployments, {
  of: deployments.user_id,
  as: 'deployments',
  order: deployments.created_at,
  first: { lab: lookup(deployments.lab_id, labs.slug) },
  deleted: {
    exported: [
      'id cloud state reason message module_version variables cost_reset queued_at present_at duration_seconds',
      'extensions_used running_at ends_at created_at ended_at test',
    ],
    ours: 'user_id exam_id attempt_id course_id lesson_id cloud_account_id receipt_id preflight_of',
    named: 'lab_id',
    'the lab at that time, not about a person': 'snapshot_id',
    'the exam as booked, not about a person': 'exam_snapshot_id',
    'output of the cloud during the build': 'stages',
    'secrets of the lab': 'outputs console_url credentials_sealed',
    work: [
      'credentials_revoked_at lease_token heartbeat_at applied_at priority held_until misses hard_deadline_at',
      'warned_minutes version kind flags_marked_at',
    ],
  },
})

export const groupReservations = pgTable(
  'group_reservations',
  {
    id: id(),
    name: text().notNull(),
    cloud: text().$type<CloudName>().notNull(),
    accounts: integer().notNull(),
    from_at: instant().notNull(),
    until_at: instant().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    cancelled_at: instant(),
    version: version(),
  },
  (t) => [
    index('group_reservations_span').on(t.cloud, t.until_at).where(sql`${t.cancelled_at} is null`),
    index('group_reservations_from').on(t.from_at, t.id),
    index('group_reservations_created_by').on(t.created_by),
    check('group_reservations_span_order', sql`${t.from_at} < ${t.until_at}`),
    check('group_reservations_accounts', sql`${t.accounts} > 0`),
  ],
)

export const groupReservationsDuties = personal(groupReservations, {
  retained: {
    'about accounts reserved for a group, not a person': {
      exported: 'name cloud from_at until_at',
      'about accounts reserved for a group, not a person': 'id accounts created_at cancelled_at version',
    },
    leads: { administrator: 'created_by' },
  },
})

export const groupMembers = pgTable(
  'group_members',
  {
    reservation_id: uuid()
      .notNull()
      .references(() => groupReservations.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.reservation_id, t.user_id] }), index('group_members_user').on(t.user_id)],
)

export const groupMembersDuties = personal(groupMembers, {
  of: groupMembers.user_id,
  as: 'groups',
  order: lookup(groupMembers.reservation_id, groupReservations.from_at),
  first: {
    name: lookup(groupMembers.reservation_id, groupReservations.name),
    cloud: lookup(groupMembers.reservation_id, groupReservations.cloud),
    from_at: lookup(groupMembers.reservation_id, groupReservations.from_at),
    until_at: lookup(groupMembers.reservation_id, groupReservations.until_at),
  },
  deleted: { named: 'reservation_id', ours: 'user_id' },
})

export type DriftKind =
  | 'not_empty'
  | 'no_receipt'
  | 'without_deployment'
  | 'without_account'
  | 'lease_without_job'
  | 'job_lost'
  | 'unreadable'

/** Inconsistencies found between accounts, deployments, jobs and the clouds, and their resolution. */
export const poolDrifts = pgTable(
  'pool_drifts',
  {
    id: id(),
    kind: text().$type<DriftKind>().notNull(),
    cloud: text().$type<CloudName>().notNull(),
    cloud_account_id: uuid().references(() => cloudAccounts.id, { onDelete: 'cascade' }),
    /** Our own id and not a reference, because the deployments of an erased account are deleted. */
    deployment_id: uuid(),
    detail: text().notNull(),
    done: text().notNull(),
    at: createdAt(),
  },
  (t) => [index('pool_drifts_at').on(t.at), index('pool_drifts_account').on(t.cloud_account_id, t.at)],
)

const cloudAccount = 'about one of our cloud accounts, not a person'
export const poolDriftsDuties = personal(poolDrifts, {
  retained: {
    [cloudAccount]: 'id kind cloud cloud_account_id detail done at',
    leads: { [cloudAccount]: 'deployment_id' },
  },
})

/** Cloud account booked for an exam in this span. It locks no account in advance; leases that would leave too few accounts wait instead. */
export const accountBookings = pgTable(
  'account_bookings',
  {
    attempt_id: uuid()
      .primaryKey()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    cloud: text().$type<CloudName>().notNull(),
    from_at: instant().notNull(),
    until_at: instant().notNull(),
  },
  (t) => [index('account_bookings_span').on(t.cloud, t.until_at)],
)

export const accountBookingsDuties = personal(accountBookings, {
  deleted: {
    'cloud hours of a booking: the attempt shows the time of the exam': 'attempt_id cloud from_at until_at',
  },
})

/** Events for the deployment's page, in order, so that an interrupted stream can resume. */
export const deploymentEvents = pgTable(
  'deployment_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deployment_id: uuid()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    data: jsonb(),
    at: createdAt(),
  },
  (t) => [index('deployment_events_deployment').on(t.deployment_id, t.id), index('deployment_events_at').on(t.at)],
)

export const deploymentEventsDuties = personal(deploymentEvents, {
  deleted: {
    'live updates of the lab’s page: the row of the lab has the result': 'id deployment_id kind data at',
  },
})

export interface CountedType {
  type: string
  count: number
  /** Total for all of them, in millionths of the currency; null if the type has no price. */
  hourly_micros: number | null
}

export type Excess = 'resources' | 'cost'

/** Latest inventory of a deployment's account. */
export const deploymentInventories = pgTable(
  'deployment_inventories',
  {
    deployment_id: uuid()
      .primaryKey()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    /** When a reading last started. */
    asked_at: createdAt(),
    /** When a reading last succeeded, and the provider's error for the last failed one. */
    read_at: instant(),
    error: text(),
    resources: integer().notNull().default(0),
    /** Millionths of the currency, for resources with a known price. */
    hourly_micros: bigint({ mode: 'number' }).notNull().default(0),
    types: jsonb().$type<CountedType[]>().notNull().default([]),
    /** Limits that it was compared with, from the start of the run. */
    max_resources: integer(),
    max_hourly_cost: integer(),
    /** Exceeded limits, since when, and in how many consecutive readings. */
    over: words().$type<Excess[]>(),
    over_since: instant(),
    over_readings: integer().notNull().default(0),
  },
  (t) => [index('deployment_inventories_over').on(t.over_since).where(sql`${t.over_since} is not null`)],
)

export const deploymentInventoriesDuties = personal(deploymentInventories, {
  deleted: {
    'contents of a lab’s account at the last reading': [
      'deployment_id asked_at read_at error resources hourly_micros types max_resources max_hourly_cost over',
      'over_since over_readings',
    ],
  },
})

const isAccountRetained = (days: number) => sql`exists (select 1 from ${cloudAccounts}
  where ${cloudAccounts.cloud} = ${terraformEnvironments.cloud} and ${cloudAccounts.account_id} = ${terraformEnvironments.account_id}
  and (${cloudAccounts.retired_at} is null or not ${isOlder(cloudAccounts.retired_at, days)}))`
const hasOutputs = or(
  sql`${deployments.stages} @? '$[*].log[0]'`,
  sql`${deployments.outputs} <> '{}'::jsonb`,
  isNotNull(deployments.console_url),
  isNotNull(deployments.credentials_sealed),
)

export const deploymentRetention: readonly Retention[] = [
  {
    name: 'deployments',
    what: 'Labs you ran, with times and results',
    why: 'They are part of your learning record.',
    tables: [deployments, accountBookings, deploymentInventories],
    ...WHILE_ACCOUNT,
  },
  {
    name: 'group-reservations',
    what: 'Cloud accounts reserved for your group',
    why: 'To plan further reservations.',
    tables: [groupReservations, groupMembers],
    ...deletedAfter(365, 'after its end', groupReservations.until_at),
  },
  {
    name: 'pool-drifts',
    what: 'Problems found in an account used by labs',
    why: 'To find the cause of recurring problems.',
    tables: [poolDrifts],
    ...deletedAfter(365, 'after it was found', poolDrifts.at),
  },
  {
    name: 'terraform-states',
    what: 'Terraform’s record of a lab whose cloud account was retired before clean-up',
    why: 'So that the lab can be removed if the account returns. Otherwise the record is deleted after the clean-up.',
    tables: [terraformEnvironments, terraformStates],
    ...deletedAfter(90, 'after the account was retired', (days) =>
      and(isOlder(terraformEnvironments.created_at, days), not(isAccountRetained(days))),
    ),
  },
  {
    name: 'deployment-events',
    what: 'Messages from a lab to its page',
    why: 'So that a page that lost its connection can catch up.',
    tables: [deploymentEvents],
    ...deletedAfter(30, 'after the lab ended', (days) =>
      and(
        isOlder(deploymentEvents.at, days),
        sql`exists (select 1 from ${deployments} where ${deployments.id} = ${deploymentEvents.deployment_id} and ${isOlder(deployments.ended_at, days)})`,
      ),
    ),
  },
  {
    name: 'deployment-outputs',
    what: 'A lab’s logs, outputs and credentials',
    why: 'To help when a lab did not work.',
    tables: [deployments],
    ...emptiedAfter(
      90,
      'after the lab ended',
      {
        stages: sql`(select coalesce(jsonb_agg(one || '{"log": []}' order by at), '[]')
        from jsonb_array_elements(${deployments.stages}) with ordinality stages(one, at))`,
        outputs: {},
        console_url: null,
        credentials_sealed: null,
      },
      deployments.ended_at,
      and(eq(deployments.state, 'ended'), hasOutputs),
    ),
  },
]
