import type { LogLine, Resource, ShellState } from '@flagyard/cloud-simulator'
import { eq, sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { isOlder } from '../batch-sql.ts'
import { personal, told } from '../duties.ts'
import { deletedAfter, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, id, instant, words } from './columns.ts'
import { deployments } from './deployments.ts'
import { labs } from './labs.ts'
import { users } from './users.ts'

/** State of a simulated environment's shell between two lines. Deleted when the environment ends. */
export const shells = pgTable('shells', {
  deployment_id: uuid()
    .primaryKey()
    .references(() => deployments.id, { onDelete: 'cascade' }),
  state: jsonb().$type<ShellState>().notNull(),
  /** Number of lines run in it. */
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
    'the same once more, as the cloud would write it': 'event',
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
  first: { lab: told(defenseAnswers.lab_id, labs.slug) },
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
    /** Number of lines run in it. */
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
  first: { lab: told(rehearsals.lab_id, labs.slug) },
  deleted: {
    exported: 'created_at used_at ends_at',
    ours: 'id user_id',
    opens: 'key_hash',
    named: 'lab_id',
    'of a rehearsal, which is forgotten within the hour': 'network resources state log solved lines',
  },
})

export const shellRetention: readonly Retention[] = [
  {
    name: 'shells',
    what: 'The shell of a simulated lab: its files, its history',
    why: 'So that you find it again while the lab runs.',
    tables: [shells],
    days: null,
    since: 'until the lab ends',
  },
  {
    name: 'rehearsals',
    what: 'A rehearsal of a lab: all of it',
    why: 'So that you can go on with it. Nothing of it is kept.',
    tables: [rehearsals],
    days: null,
    since: 'until it ends, after 45 minutes at the latest',
  },
  {
    name: 'shell-log',
    what: 'What a simulated cloud wrote down of your commands',
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
    what: 'What you answered about the log of a lab',
    why: 'It is part of what you learned.',
    tables: [defenseAnswers],
    ...WHILE_ACCOUNT,
  },
]
