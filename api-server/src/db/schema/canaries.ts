import type { CanaryOutcome } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, version } from './columns.ts'
import { exams } from './exams.ts'
import { type CloudName, labs } from './labs.ts'

/** When the canary tries a lab. A lab without a row is tried by hand alone. */
export const canarySettings = pgTable(
  'canary_settings',
  {
    lab_id: uuid()
      .primaryKey()
      .references(() => labs.id, { onDelete: 'cascade' }),
    enabled: boolean().notNull(),
    every_hours: integer().notNull(),
    /** Runs within a calendar month in UTC, those by hand too. */
    monthly_runs: integer().notNull(),
    /** When its turn last came, whether or not it could begin: those who had theirs longest ago come first. */
    turn_at: instant(),
    /** 0: nobody has set anything yet. */
    version: version(),
  },
  (t) => [index('canary_settings_turn').on(t.turn_at).where(sql`${t.enabled}`)],
)

/** Each time that the canary went through a lab or an exam. It names nobody: who started one by hand stands in the audit log. */
export const canaryRuns = pgTable(
  'canary_runs',
  {
    id: id(),
    lab_id: uuid().references(() => labs.id, { onDelete: 'cascade' }),
    /** An exam is tried without a deployment, from one moment to the next: its runs are written down when they are over. */
    exam_id: uuid().references(() => exams.id, { onDelete: 'cascade' }),
    /** Not a reference: a run outlives its deployment. */
    deployment_id: uuid(),
    by_hand: boolean().notNull(),
    /** The latest revision of the lab or the exam then. */
    revision: integer(),
    module_version: text().notNull(),
    begun_at: createdAt(),
    /** Decided once, before the lab is ended. */
    outcome: text().$type<CanaryOutcome>(),
    failed_step: text(),
    message: text(),
    seconds_to_credentials: integer(),
    /** When its lab had ended. */
    ended_at: instant(),
  },
  (t) => [
    // One run of a lab at a time.
    uniqueIndex('canary_runs_open').on(t.lab_id).where(sql`${t.ended_at} is null`),
    index('canary_runs_lab').on(t.lab_id, t.begun_at),
    index('canary_runs_exam').on(t.exam_id, t.begun_at),
    index('canary_runs_ended_at').on(t.ended_at),
    check('canary_runs_of_one', sql`num_nonnulls(${t.lab_id}, ${t.exam_id}) = 1`),
    check('canary_runs_decided', sql`${t.ended_at} is null or ${t.outcome} is not null`),
  ],
)

/** That a lab was built, solved and emptied in an account of a cloud, from its lease to two clean passes. It names nobody. */
export const cloudProofs = pgTable(
  'cloud_proofs',
  {
    id: id(),
    cloud: text().$type<CloudName>().notNull(),
    /** As the provider names it. */
    account_id: text().notNull(),
    lab: text().notNull(),
    module: text().notNull(),
    module_version: text().notNull(),
    /** What it was built with, such as Terraform 1.11.4. */
    program: text().notNull(),
    /** Of the receipts of both passes, which themselves are kept for a time alone. */
    removed: jsonb().$type<{ type: string; name: string }[]>().notNull(),
    residue: jsonb().$type<{ type: string; name: string }[]>().notNull(),
    begun_at: instant().notNull(),
    /** When the second pass found it empty. */
    at: createdAt(),
  },
  (t) => [index('cloud_proofs_cloud').on(t.cloud, t.at)],
)
