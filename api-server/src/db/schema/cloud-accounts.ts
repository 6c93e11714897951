import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { deletedAfter, type Retention } from '../retention.ts'
import { createdAt, id, instant, version } from './columns.ts'
import type { CloudName } from './labs.ts'
import { users } from './users.ts'

/** The same statuses for all three clouds. The allowed transitions are in docs/domain.md, “Cloud accounts”. */
export type CloudStatus =
  | 'Pending'
  | 'Available'
  | 'Locked'
  | 'Provisioning'
  | 'Provisioned'
  | 'Dirty'
  | 'Nuking'
  | 'Nuked'
export type LockReason = 'lease' | 'reserved' | 'hold' | 'quarantine'

export const cloudAccounts = pgTable(
  'cloud_accounts',
  {
    id: id(),
    cloud: text().$type<CloudName>().notNull(),
    /** Account id of the provider, unique among rows that are not retired. */
    account_id: text().notNull(),
    name: text().notNull(),
    region: text().notNull(),
    /** AES-256-GCM, bound to this row's id. Never returned by the API. */
    credentials_sealed: text(),
    status: text().$type<CloudStatus>().notNull().default('Pending'),
    lock_reason: text().$type<LockReason>(),
    status_since: createdAt(),
    /** The account was in use when it was held: releasing the hold leads to Dirty instead of Available. */
    used_contents: boolean().notNull().default(false),
    /** Reason for a requested hold. Set until the lab in the account has ended; then the account is held with its contents. */
    hold_reason: text(),
    /** Contents are evidence: the account cannot be cleaned or retired until its hold is released. */
    is_evidence: boolean().notNull().default(false),
    deployment_id: uuid(),
    /** Fencing token of the worker that owns the account; writes with an older token change nothing. */
    lease_token: uuid(),
    heartbeat_at: instant(),
    last_error: text(),
    last_nuked_at: instant(),
    nuke_failures: integer().notNull().default(0),
    /** Back-off: earliest time of the next attempt. */
    retry_at: instant(),
    notes: text().notNull().default(''),
    /** Resources that an administrator allows to remain, until `residue_until`. */
    accepted_residue: jsonb().$type<{ type: string; name: string }[]>().notNull().default([]),
    residue_until: instant(),
    /** Set while a credential check is pending. */
    check_requested_at: instant(),
    /** Time of the last credential check, and the provider's error. */
    checked_at: instant(),
    check_error: text(),
    /** Latest receipt that found the account empty, until something is built in it. An account without one is not leased. */
    receipt_id: uuid(),
    /** When the contents of the unused account were last compared with the expected state. */
    looked_at: instant(),
    retired_at: instant(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('cloud_accounts_account').on(t.cloud, t.account_id).where(sql`${t.retired_at} is null`),
    // A retired account may be added again. Queries about a past time find all rows of it.
    index('cloud_accounts_ever').on(t.account_id, t.created_at),
    index('cloud_accounts_status').on(t.cloud, t.status, t.status_since),
    index('cloud_accounts_by_status').on(t.cloud, t.status, t.account_id),
    index('cloud_accounts_lock_reason')
      .on(t.cloud, t.lock_reason, t.account_id)
      .where(sql`${t.lock_reason} is not null`),
    index('cloud_accounts_deployment').on(t.deployment_id),
    index('cloud_accounts_name').on(t.cloud, t.name, t.account_id),
    index('cloud_accounts_last_nuked').on(t.cloud, t.last_nuked_at, t.account_id),
    index('cloud_accounts_since').on(t.cloud, t.status_since, t.account_id),
    index('cloud_accounts_failures').on(t.cloud, t.nuke_failures, t.account_id),
    index('cloud_accounts_region').on(t.cloud, t.region, t.account_id),
    index('cloud_accounts_residue').on(t.residue_until).where(sql`${t.residue_until} is not null`),
    index('cloud_accounts_checks').on(t.check_requested_at).where(sql`${t.check_requested_at} is not null`),
    index('cloud_accounts_search').using(
      'gin',
      sql`search_fold(${t.name} || ' ' || ${t.account_id} || ' ' || ${t.notes}) gin_trgm_ops`,
    ),
    check('cloud_accounts_lock', sql`(${t.status} = 'Locked') = (${t.lock_reason} is not null)`),
  ],
)

const cloudAccount = 'about one of our cloud accounts, not a person'
export const cloudAccountsDuties = personal(cloudAccounts, {
  retained: {
    [cloudAccount]: [
      'id cloud account_id name region credentials_sealed status lock_reason status_since used_contents',
      'hold_reason is_evidence lease_token heartbeat_at last_error last_nuked_at nuke_failures retry_at notes',
      'accepted_residue residue_until check_requested_at checked_at check_error receipt_id looked_at',
      'retired_at created_at version',
    ],
    leads: { [cloudAccount]: 'deployment_id' },
  },
})

export const cloudAccountTransitions = pgTable(
  'cloud_account_transitions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    cloud_account_id: uuid()
      .notNull()
      .references(() => cloudAccounts.id, { onDelete: 'cascade' }),
    at: createdAt(),
    from_status: text().$type<CloudStatus>(),
    to_status: text().$type<CloudStatus>().notNull(),
    reason: text().notNull(),
    actor_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    deployment_id: uuid(),
  },
  (t) => [
    index('cloud_account_transitions_account').on(t.cloud_account_id, t.id),
    index('cloud_account_transitions_at').on(t.at),
  ],
)

export const cloudAccountTransitionsDuties = personal(cloudAccountTransitions, {
  retained: {
    [cloudAccount]: 'id cloud_account_id at from_status to_status reason',
    leads: { [cloudAccount]: 'actor_id deployment_id' },
  },
})

/** Result of a clean-up: removed resources, and those allowed to remain. */
export const nukeReceipts = pgTable(
  'nuke_receipts',
  {
    id: id(),
    cloud_account_id: uuid()
      .notNull()
      .references(() => cloudAccounts.id, { onDelete: 'cascade' }),
    pass: integer().notNull(),
    removed: jsonb().$type<{ type: string; name: string }[]>().notNull(),
    residue: jsonb().$type<{ type: string; name: string }[]>().notNull(),
    left: jsonb().$type<{ type: string; name: string }[]>().notNull(),
    /** Traces of earlier holders, and whether the next holder could read them. Empty if the pass did not probe. */
    traces: jsonb()
      .$type<{ trace: string; result: 'denied' | 'empty' | 'visible' | 'not_checked'; names: string[] }[]>()
      .notNull()
      .default([]),
    at: createdAt(),
  },
  (t) => [index('nuke_receipts_account').on(t.cloud_account_id, t.at), index('nuke_receipts_at').on(t.at)],
)

/** Regions that an administrator took out of use: accounts there are not leased until the outage ends. */
export const regionOutages = pgTable(
  'region_outages',
  {
    id: id(),
    cloud: text().$type<CloudName>().notNull(),
    region: text().notNull(),
    reason: text().notNull(),
    started_at: createdAt(),
    started_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    ended_at: instant(),
    ended_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('region_outages_open').on(t.cloud, t.region).where(sql`${t.ended_at} is null`),
    index('region_outages_started').on(t.started_at),
    index('region_outages_started_by').on(t.started_by),
    index('region_outages_ended_by').on(t.ended_by),
  ],
)

export const regionOutagesDuties = personal(regionOutages, {
  retained: {
    'about a cloud region, not a person': 'id cloud region reason started_at ended_at',
    leads: { administrator: 'started_by ended_by' },
  },
})

/** The simulated driver's cloud. Written outside the product's transactions, as a real cloud would be. */
export const simulatedSchema = pgSchema('simulated')
export const simulatedResources = simulatedSchema.table(
  'resources',
  {
    id: id(),
    cloud: text().$type<CloudName>().notNull(),
    account_id: text().notNull(),
    type: text().notNull(),
    name: text().notNull(),
    /** Part of the provider's baseline, such as a default network. */
    baseline: boolean().notNull().default(false),
    deployment_id: uuid(),
    attributes: jsonb().$type<Record<string, string>>().notNull().default({}),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('resources_name').on(t.cloud, t.account_id, t.type, t.name)],
)
/** Resources removed from simulated accounts, by any holder. A simulated cloud lists them in its history, as a real one does. */
export const simulatedHistory = simulatedSchema.table(
  'history',
  {
    id: id(),
    cloud: text().$type<CloudName>().notNull(),
    account_id: text().notNull(),
    type: text().notNull(),
    name: text().notNull(),
    at: createdAt(),
  },
  (t) => [
    uniqueIndex('history_name').on(t.cloud, t.account_id, t.type, t.name),
    index('history_newest').on(t.cloud, t.account_id, t.at),
    index('history_at').on(t.at),
  ],
)
/** Injected faults: the next `times` calls of this step on this account fail, hang, are refused, or leave a resource behind. */
export const simulatedFaults = simulatedSchema.table('faults', {
  id: id(),
  cloud: text().$type<CloudName>(),
  account_id: text(),
  step: text().notNull(),
  /** `appear`: creates unplanned resources of the type named in the message. */
  effect: text().$type<'fail' | 'hang' | 'leave' | 'refuse' | 'appear'>().notNull(),
  message: text().notNull().default(''),
  times: integer().notNull().default(1),
})

/** The newest receipt of each account is retained, because it documents the current state. */
export const cloudAccountRetention: readonly Retention[] = [
  {
    name: 'nuke-receipts',
    what: 'Resources removed from a cloud account after a lab',
    why: 'To prove that no data of one learner reaches the next.',
    tables: [nukeReceipts],
    ...deletedAfter(
      730,
      'after the clean-up; the latest one is retained',
      nukeReceipts.at,
      sql`exists (select 1 from ${nukeReceipts} newer
      where newer.cloud_account_id = ${nukeReceipts.cloud_account_id} and newer.at > ${nukeReceipts.at})`,
    ),
  },
  {
    name: 'simulated-history',
    what: 'Names of resources that were removed from a simulated account',
    why: 'Real clouds have such histories: to test that learners cannot read those of others.',
    tables: [simulatedHistory],
    ...deletedAfter(90, 'after they were removed', simulatedHistory.at),
  },
  {
    name: 'region-outages',
    what: 'Outages of cloud regions',
    why: 'To investigate problems with a lab.',
    tables: [regionOutages],
    ...deletedAfter(730, 'after it was over', regionOutages.ended_at),
  },
  {
    name: 'cloud-account-transitions',
    what: 'The history of a cloud account used by labs',
    why: 'To investigate problems with a lab.',
    tables: [cloudAccountTransitions],
    ...deletedAfter(
      730,
      'after each change; the latest one is retained',
      cloudAccountTransitions.at,
      sql`exists (select 1 from ${cloudAccountTransitions} newer
      where newer.cloud_account_id = ${cloudAccountTransitions.cloud_account_id} and newer.id > ${cloudAccountTransitions.id})`,
    ),
  },
]

/** Reliability of Terraform's state of an environment. After `applying`, the contents of the account are unknown until it is cleaned. */
export type TerraformPhase = 'planning' | 'applying' | 'applied' | 'destroying'

/** Lock information that Terraform stores, and shows if the lock is already held. */
export interface TerraformLock {
  ID: string
  Operation?: string
  Who?: string
  Created?: string
}

/** Written by the terraform driver outside the product's transactions, because it represents the cloud's side of a deployment. */
export const terraformSchema = pgSchema('terraform')

/** One environment that Terraform builds or has built. Deleted after its account is cleaned. */
export const terraformEnvironments = terraformSchema.table(
  'environments',
  {
    deployment_id: uuid().primaryKey(),
    cloud: text().$type<CloudName>().notNull(),
    account_id: text().notNull(),
    module: text().notNull(),
    module_version: text().notNull(),
    /** Checksum of the module's files at the start. No other version is run on the environment. */
    module_digest: text().notNull(),
    phase: text().$type<TerraformPhase>().notNull().default('planning'),
    /** Sealed variables and flags: an environment is destroyed with the same inputs it was built with. */
    inputs_sealed: text().notNull(),
    /** Fencing token of the current run; writes with an older token are refused. */
    run_token: uuid(),
    heartbeat_at: instant(),
    /** Terraform's state lock, held by the run of `run_token`. */
    state_lock: jsonb().$type<TerraformLock>(),
    created_at: createdAt(),
  },
  (t) => [index('environments_account').on(t.cloud, t.account_id)],
)

/** Latest versions of a state, each sealed for its own row. */
export const terraformStates = terraformSchema.table(
  'states',
  {
    id: id(),
    deployment_id: uuid()
      .notNull()
      .references(() => terraformEnvironments.deployment_id, { onDelete: 'cascade' }),
    /** Our own counter, from 1. */
    number: integer().notNull(),
    sealed: text().notNull(),
    at: createdAt(),
  },
  (t) => [uniqueIndex('states_number').on(t.deployment_id, t.number)],
)
