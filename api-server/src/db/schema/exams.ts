import { sql } from 'drizzle-orm'
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
import { createdAt, currency, id, instant, version } from './columns.ts'
import { courses } from './courses.ts'
import type { CloudName, ModuleStage } from './labs.ts'
import { users } from './users.ts'

export type AttemptState =
  | 'purchased'
  | 'scheduled'
  | 'preparing'
  | 'active'
  | 'provisional'
  | 'passed'
  | 'failed'
  | 'no_show'
  | 'disqualified'
  | 'void'

export type LedgerKind =
  | 'start'
  | 'extension'
  | 'incident'
  | 'stop'
  | 'resume'
  | 'reset'
  | 'delay'
  | 'end'
  | 'points'
  | 'regrade'
  | 'restored'
  | 'reschedule'
  | 'conduct'
  | 'void'

/** What a booked exam keeps from the moment of its booking, however the exam is changed afterwards. */
export interface ExamTerms {
  /** With the extra time that the candidate was granted. */
  seconds: number
  passing_points: number
  resets: number
  extension_ceiling_minutes: number
  module_version: string
}

export const exams = pgTable(
  'exams',
  {
    id: id(),
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    rules: text().notNull().default(''),
    cloud: text().$type<CloudName>().notNull(),
    price_amount: integer().notNull(),
    price_currency: currency(),
    duration_minutes: integer().notNull(),
    passing_points: integer().notNull(),
    attempts: integer().notNull().default(2),
    /** Days to wait after attempt n before attempt n + 1. */
    cooldown_days: jsonb().$type<number[]>().notNull().default([]),
    reschedules: integer().notNull().default(2),
    reschedule_until_hours: integer().notNull().default(24),
    resets: integer().notNull().default(3),
    extension_ceiling_minutes: integer().notNull().default(120),
    course_id: uuid().references(() => courses.id),
    module: text().notNull(),
    module_version: text().notNull().default('1.0.0'),
    module_stages: jsonb().$type<ModuleStage[]>().notNull().default([]),
    certificate_title: text(),
    certificate_months: integer(),
    status: text().$type<'draft' | 'published' | 'archived'>().notNull().default('draft'),
    /** Booking is open. A published exam that is not bookable is shown with "booking opens soon", and is not for sale. */
    bookable: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('exams_slug').on(t.slug),
    index('exams_course').on(t.course_id),
    index('exams_status').on(t.status, t.slug),
    index('exams_title').on(t.title, t.slug),
    index('exams_updated_at').on(t.updated_at, t.slug),
    index('exams_search').using('gin', sql`search_fold(${t.slug} || ' ' || ${t.title}) gin_trgm_ops`),
  ],
)

export const examAttempts = pgTable(
  'exam_attempts',
  {
    id: id(),
    exam_id: uuid()
      .notNull()
      .references(() => exams.id),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    entitlement_id: uuid(),
    number: integer().notNull().default(1),
    state: text().$type<AttemptState>().notNull().default('purchased'),
    scheduled_at: instant(),
    time_zone: text(),
    reschedules_used: integer().notNull().default(0),
    resets_used: integer().notNull().default(0),
    started_at: instant(),
    active_until: instant(),
    clock_stopped_at: instant(),
    points: integer().notNull().default(0),
    extra_points: integer().notNull().default(0),
    decided_at: instant(),
    counted: boolean().notNull().default(true),
    calendar_sequence: integer().notNull().default(0),
    available_from: instant(),
    /** Set while it is booked, prepared or sat, and kept afterwards. */
    terms: jsonb().$type<ExamTerms>(),
    /** When the candidate said that they are there. */
    checked_in_at: instant(),
    /** When the environment first ran. */
    ready_at: instant(),
    /** Set by a conduct case: no next attempt before. */
    barred_until: instant(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [
    index('exam_attempts_user').on(t.user_id, t.exam_id),
    index('exam_attempts_user_created').on(t.user_id, t.created_at, t.id),
    index('exam_attempts_exam').on(t.exam_id, t.state),
    index('exam_attempts_exam_scheduled').on(t.exam_id, t.scheduled_at, t.id),
    // What the sweep looks at each few seconds.
    index('exam_attempts_due')
      .on(t.state, t.scheduled_at)
      .where(sql`${t.state} in ('scheduled', 'preparing', 'active', 'provisional')`),
    index('exam_attempts_scheduled').on(t.scheduled_at).where(sql`${t.state} in ('scheduled', 'preparing', 'active')`),
    // One open attempt per learner and exam.
    uniqueIndex('exam_attempts_open')
      .on(t.user_id, t.exam_id)
      .where(sql`${t.state} in ('purchased', 'scheduled', 'preparing', 'active', 'provisional')`),
  ],
)

/** Append-only ledger of time and points that the candidate can read. */
export const examLedger = pgTable(
  'exam_ledger',
  {
    id: id(),
    attempt_id: uuid()
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    /** The order of the rows: several may be written at one moment. */
    position: bigserial({ mode: 'number' }).notNull(),
    kind: text().$type<LedgerKind>().notNull(),
    seconds: integer().notNull().default(0),
    points: integer().notNull().default(0),
    from_at: instant(),
    until_at: instant(),
    reason: text().notNull().default(''),
    actor_id: uuid(),
    at: createdAt(),
  },
  (t) => [index('exam_ledger_attempt').on(t.attempt_id, t.position)],
)

export const extraPoints = pgTable(
  'extra_points',
  {
    id: id(),
    attempt_id: uuid()
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    note: text(),
    state: text().$type<'pending' | 'approved' | 'refused'>().notNull().default('pending'),
    points: integer().notNull().default(0),
    reason: text(),
    decided_by: uuid(),
    decided_at: instant(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('extra_points_attempt').on(t.attempt_id, t.url), index('extra_points_state').on(t.state)],
)

/** An outage that affected all candidates of a provider, region or exam. */
export const incidents = pgTable('incidents', {
  id: id(),
  title: text().notNull(),
  message: text().notNull(),
  scope: jsonb().$type<{ cloud?: string; region?: string; exam?: string }>().notNull(),
  from_at: instant().notNull(),
  until_at: instant(),
  actor_id: uuid(),
  created_at: createdAt(),
})

export const incidentAttempts = pgTable(
  'incident_attempts',
  {
    incident_id: uuid()
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    attempt_id: uuid()
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    applied_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.incident_id, t.attempt_id] })],
)
