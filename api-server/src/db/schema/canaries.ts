import type { CanaryOutcome } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { deletedAfter, type Retention } from '../retention.ts'
import { createdAt, id, instant, version } from './columns.ts'
import { exams } from './exams.ts'
import { type CloudName, labs } from './labs.ts'

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
  kept: {
    'about our labs and exams: each deployment that it names is the canary’s, which is no person': [
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
    what: 'When our own program tried a lab or an exam, and what came of it; they name nobody',
    why: 'To see whether labs and exams have become less reliable.',
    tables: [canaryRuns],
    ...deletedAfter(365, 'after they ended', canaryRuns.ended_at),
  },
]
