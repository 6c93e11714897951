import type { CanaryOutcome } from '@flagyard/api-types'
import type { LogLine, Resource, ShellState } from '@flagyard/cloud-simulator'
import { eq, sql } from 'drizzle-orm'
import {
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
import { deletedAfter, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { isOlder } from '../sql.ts'
import { createdAt, id, instant, version, words } from './columns.ts'
import { deployments } from './deployments.ts'
import { exams } from './exams.ts'
import { type CloudName, labs } from './labs.ts'
import { users } from './users.ts'

/** State of a simulated environment's shell between two lines. Deleted when the environment ends. */
export const shells = pgTable('shells', {
  deployment_id: uuid()
    .primaryKey()
    .references(() => deployments.id, { onDelete: 'cascade' }),
  state: jsonb().$type<ShellState>().notNull(),
  lines: integer().notNull().default(0),
  created_at: createdAt(),
  updated_at: createdAt(),
})

export const shellsDuties = personal(shells, {
  of: [shells.deployment_id, deployments.user_id],
  as: 'shells',
  deleted: { exported: 'deployment_id state lines created_at updated_at' },
})

/** Simulated cloud log of the commands run in a shell. */
export const shellLog = pgTable(
  'shell_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deployment_id: uuid()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    /** Event id of the line in the simulated cloud. */
    line_id: text().notNull(),
    identity: text().notNull(),
    action: text().notNull(),
    resource: text().notNull(),
    source_ip: text().notNull(),
    user_agent: text().notNull(),
    error: text(),
    record: text().$type<LogLine['record']>().notNull(),
    /** Whether the account's logs record it, so that a defender could see it. */
    kept: boolean().notNull(),
    event: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('shell_log_deployment').on(t.deployment_id, t.id)],
)

export const shellLogDuties = personal(shellLog, {
  of: [shellLog.deployment_id, deployments.user_id],
  as: 'log',
  order: shellLog.id,
  deleted: {
    exported: 'deployment_id at identity action resource source_ip user_agent error record kept',
    ours: 'id line_id',
    'the same data in the format of the cloud': 'event',
  },
})

/** Commands typed in a lab's shell that the simulation does not support: only the command words, without the learner. */
export const missingCommands = pgTable(
  'missing_commands',
  {
    lab_id: uuid()
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    command: text().notNull(),
    count: integer().notNull().default(1),
    last_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.lab_id, t.command] }), index('missing_commands_count').on(t.lab_id, t.count)],
)

/** A learner's latest answer to a lab's defence question. A right answer is final. */
export const defenseAnswers = pgTable(
  'defense_answers',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lab_id: uuid()
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    line_id: text().notNull(),
    rule: integer().notNull(),
    line_right: boolean().notNull(),
    rule_right: boolean().notNull(),
    tries: integer().notNull().default(1),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.lab_id] }), index('defense_answers_lab').on(t.lab_id)],
)

export const defenseAnswersDuties = personal(defenseAnswers, {
  of: defenseAnswers.user_id,
  as: 'answers',
  first: { lab: lookup(defenseAnswers.lab_id, labs.slug) },
  deleted: { exported: 'rule line_right rule_right tries at', ours: 'user_id line_id', named: 'lab_id' },
})

/** A lab rehearsal. Its simulated account consists of this row only, and is deleted with it. */
export const rehearsals = pgTable(
  'rehearsals',
  {
    id: id(),
    /** Digest of the key that grants access to it. */
    key_hash: text().notNull(),
    /** Null for a visitor. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    lab_id: uuid()
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    /** Keyed digest of the client address that started it, to limit the number per address. */
    network: text().notNull(),
    resources: jsonb().$type<Resource[]>().notNull(),
    state: jsonb().$type<ShellState>().notNull(),
    log: jsonb().$type<LogLine[]>().notNull().default([]),
    /** Slugs of the solved flags. */
    solved: words(),
    lines: integer().notNull().default(0),
    created_at: createdAt(),
    /** Time of its last line. An idle rehearsal is replaced when all slots are taken. */
    used_at: createdAt(),
    ends_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('rehearsals_key').on(t.key_hash),
    index('rehearsals_ends_at').on(t.ends_at),
    index('rehearsals_network').on(t.network),
    index('rehearsals_user').on(t.user_id),
    index('rehearsals_lab').on(t.lab_id),
  ],
)

export const rehearsalsDuties = personal(rehearsals, {
  of: rehearsals.user_id,
  as: 'rehearsals',
  first: { lab: lookup(rehearsals.lab_id, labs.slug) },
  deleted: {
    exported: 'created_at used_at ends_at',
    ours: 'id user_id',
    opens: 'key_hash',
    named: 'lab_id',
    'of a rehearsal, which is deleted within the hour': 'network resources state log solved lines',
  },
})

export const shellRetention: readonly Retention[] = [
  {
    name: 'shells',
    what: 'The shell of a simulated lab: its files, its history',
    why: 'So that you can return to it while the lab runs.',
    tables: [shells],
    days: null,
    since: 'until the lab ends',
  },
  {
    name: 'rehearsals',
    what: 'All data of a lab rehearsal',
    why: 'So that you can continue it. Everything is deleted afterwards.',
    tables: [rehearsals],
    days: null,
    since: 'until it ends, after 45 minutes at the latest',
  },
  {
    name: 'shell-log',
    what: 'The simulated cloud’s log of your commands',
    why: 'So that you can read it once the lab is solved.',
    tables: [shellLog],
    ...deletedAfter(
      30,
      'after the lab ended',
      (days) => sql`exists (select 1 from ${deployments}
      where ${eq(deployments.id, shellLog.deployment_id)} and ${isOlder(deployments.ended_at, days)})`,
    ),
  },
  {
    name: 'defense-answers',
    what: 'Your answers about the log of a lab',
    why: 'They are part of your learning record.',
    tables: [defenseAnswers],
    ...WHILE_ACCOUNT,
  },
]

/** Canary schedule of a lab. A lab without a row is only tested manually. */
export const canarySettings = pgTable(
  'canary_settings',
  {
    lab_id: uuid()
      .primaryKey()
      .references(() => labs.id, { onDelete: 'cascade' }),
    enabled: boolean().notNull(),
    every_hours: integer().notNull(),
    /** Maximum number of runs per calendar month (UTC), including manual ones. */
    monthly_runs: integer().notNull(),
    /** Last scheduled turn, whether or not a run could begin. Labs with the oldest turn go first. */
    turn_at: instant(),
    /** 0: never edited. */
    version: version(),
  },
  (t) => [index('canary_settings_turn').on(t.turn_at).where(sql`${t.enabled}`)],
)

/** Runs of the canary through a lab or an exam. They contain no names: manual starts are recorded in the audit log. */
export const canaryRuns = pgTable(
  'canary_runs',
  {
    id: id(),
    lab_id: uuid().references(() => labs.id, { onDelete: 'cascade' }),
    /** Exams are tested instantly, without a deployment: their runs are recorded when they are over. */
    exam_id: uuid().references(() => exams.id, { onDelete: 'cascade' }),
    /** Not a reference: a run outlives its deployment. */
    deployment_id: uuid(),
    by_hand: boolean().notNull(),
    /** Latest revision of the lab or exam at that time. */
    revision: integer(),
    module_version: text().notNull(),
    begun_at: createdAt(),
    /** Set once, before the lab is ended. */
    outcome: text().$type<CanaryOutcome>(),
    failed_step: text(),
    message: text(),
    seconds_to_credentials: integer(),
    /** When its lab had ended. */
    ended_at: instant(),
  },
  (t) => [
    // One run per lab at a time.
    uniqueIndex('canary_runs_open').on(t.lab_id).where(sql`${t.ended_at} is null`),
    index('canary_runs_lab').on(t.lab_id, t.begun_at),
    index('canary_runs_exam').on(t.exam_id, t.begun_at),
    index('canary_runs_ended_at').on(t.ended_at),
    check('canary_runs_of_one', sql`num_nonnulls(${t.lab_id}, ${t.exam_id}) = 1`),
    check('canary_runs_decided', sql`${t.ended_at} is null or ${t.outcome} is not null`),
  ],
)

export const canaryRunsDuties = personal(canaryRuns, {
  retained: {
    'about our labs and exams: all its deployments belong to the canary, not a person': [
      'id lab_id exam_id deployment_id by_hand revision module_version begun_at outcome failed_step message',
      'seconds_to_credentials ended_at',
    ],
  },
})

/** Proof that a lab was built, solved and cleaned up in a cloud account, from lease to two clean passes. Contains no names. */
export const cloudProofs = pgTable(
  'cloud_proofs',
  {
    id: id(),
    cloud: text().$type<CloudName>().notNull(),
    /** The provider's account id. */
    account_id: text().notNull(),
    lab: text().notNull(),
    module: text().notNull(),
    module_version: text().notNull(),
    /** Program that built it, such as Terraform 1.11.4. */
    program: text().notNull(),
    /** From the receipts of both passes, which have a limited retention. */
    removed: jsonb().$type<{ type: string; name: string }[]>().notNull(),
    residue: jsonb().$type<{ type: string; name: string }[]>().notNull(),
    begun_at: instant().notNull(),
    /** When the second pass found the account empty. */
    at: createdAt(),
  },
  (t) => [index('cloud_proofs_cloud').on(t.cloud, t.at)],
)

export const canaryRetention: readonly Retention[] = [
  {
    name: 'canary-runs',
    what: 'Automatic tests of our labs and exams, without names',
    why: 'To see whether labs and exams have become less reliable.',
    tables: [canaryRuns],
    ...deletedAfter(365, 'after they ended', canaryRuns.ended_at),
  },
]
