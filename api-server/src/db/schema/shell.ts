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
import type { LogLine, Resource, ShellState } from '../../simulation/world.ts'
import { createdAt, id, instant, words } from './columns.ts'
import { deployments } from './deployments.ts'
import { labs } from './labs.ts'
import { users } from './users.ts'

/** What the shell of a simulated environment keeps between two lines. It goes when the environment ends. */
export const shells = pgTable('shells', {
  deployment_id: uuid()
    .primaryKey()
    .references(() => deployments.id, { onDelete: 'cascade' }),
  state: jsonb().$type<ShellState>().notNull(),
  /** Lines that were run in it. */
  lines: integer().notNull().default(0),
  created_at: createdAt(),
  updated_at: createdAt(),
})

/** What the simulated cloud wrote down of the commands of a shell. */
export const shellLog = pgTable(
  'shell_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deployment_id: uuid()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    /** The line's own id, as the cloud would name its event. */
    line_id: text().notNull(),
    identity: text().notNull(),
    action: text().notNull(),
    resource: text().notNull(),
    source_ip: text().notNull(),
    user_agent: text().notNull(),
    error: text(),
    record: text().$type<LogLine['record']>().notNull(),
    /** Whether the account's logs keep it, so that a defender could see it. */
    kept: boolean().notNull(),
    event: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('shell_log_deployment').on(t.deployment_id, t.id)],
)

/** What was typed in the shells of a lab that the simulation lacks, by the words of the command alone, and by whom is not kept. */
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

/** What a learner last answered to the defender's question of a lab. Once it was right, it stays. */
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

/** A lab that is rehearsed: an account that is only this row, and goes with it. */
export const rehearsals = pgTable(
  'rehearsals',
  {
    id: id(),
    /** A digest of the key that opens it. */
    key_hash: text().notNull(),
    /** Null: a visitor's. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    lab_id: uuid()
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    /** Keyed digest of the network address that began it: what one address holds is bounded. */
    network: text().notNull(),
    resources: jsonb().$type<Resource[]>().notNull(),
    state: jsonb().$type<ShellState>().notNull(),
    log: jsonb().$type<LogLine[]>().notNull().default([]),
    /** Slugs of the flags that were found in it. */
    solved: words(),
    /** Lines that were run in it. */
    lines: integer().notNull().default(0),
    created_at: createdAt(),
    /** Time of its last line. An idle rehearsal gives way when all places are taken. */
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
