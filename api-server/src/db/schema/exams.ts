import type { CanaryScript } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, currency, id, instant, version, zone } from './columns.ts'
import { courses } from './courses.ts'
import { type CloudName, healthColumns, type ModuleStage } from './labs.ts'
import type { RunFlag } from './run-flag.ts'
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
  | 'extra_points'
  | 'regrade'
  | 'restored'
  | 'reschedule'
  | 'conduct'
  | 'void'
  | 'address'

/** A change of the address that an environment admits, until the provider has made it. */
export interface AddressChange {
  id: string
  to: string
  /** Support, or null for the candidate. */
  actor_id: string | null
}

/** The numbers of a booking, kept beside its snapshot: with what the candidate was granted. */
export interface ExamTerms {
  /** With the extra time that the candidate was granted. */
  seconds: number
  passing_points: number
  resets: number
  extension_ceiling_minutes: number
  /** The rules that the candidate accepted; null when an administrator booked it, or the exam has none. */
  accepted_rules?: AcceptedRules | null
}

export interface AcceptedRules {
  text: string
  at: string
}

/** What a booking reads of its exam: the columns of `exams` that a revision may change, without what decides about the next attempt. */
export const BOOKED_COLUMNS = [
  'title',
  'description',
  'rules',
  'cloud',
  'duration_minutes',
  'passing_points',
  'reschedules',
  'reschedule_until_hours',
  'resets',
  'extension_ceiling_minutes',
  'module',
  'module_version',
  'module_stages',
  'address_variable',
  'certificate_title',
  'certificate_months',
] as const
export type BookedExam = Pick<typeof exams.$inferSelect, (typeof BOOKED_COLUMNS)[number]>

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
    /** The module's variable for the range of addresses that its environment admits; null when it admits any. */
    address_variable: text(),
    certificate_title: text(),
    certificate_months: integer(),
    /** How it is solved, in the commands of its simulated shell; null: nobody wrote it down. */
    canary: jsonb().$type<CanaryScript>(),
    ...healthColumns(),
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
    index('exams_health').on(t.health_state, t.slug),
    index('exams_title').on(t.title, t.slug),
    index('exams_price').on(t.price_amount, t.slug),
    index('exams_updated_at').on(t.updated_at, t.slug),
    index('exams_search').using('gin', sql`search_fold(${t.slug} || ' ' || ${t.title}) gin_trgm_ops`),
  ],
)

/**
 * An exam with its flags as it was booked: the booking reads it here, whatever is published meanwhile. All bookings of the same share a row.
 */
export const examSnapshots = pgTable(
  'exam_snapshots',
  {
    id: id(),
    exam_id: uuid()
      .notNull()
      .references(() => exams.id, { onDelete: 'cascade' }),
    exam: jsonb().$type<BookedExam>().notNull(),
    /** In their order. */
    flags: jsonb().$type<RunFlag[]>().notNull(),
    checksum: text().notNull().generatedAlwaysAs(sql`md5(exam::text || flags::text)`),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('exam_snapshots_checksum').on(t.exam_id, t.checksum)],
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
    time_zone: zone(),
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
    /** The exam as it was booked; set and kept as `terms` are. */
    snapshot_id: uuid().references(() => examSnapshots.id),
    /** When the candidate said that they are there. */
    checked_in_at: instant(),
    /** When the environment first ran. */
    ready_at: instant(),
    /** The range of addresses that the environment admits; null until the candidate named one. */
    admitted_address: text(),
    address_change: jsonb().$type<AddressChange>(),
    /** Why the last change could not be made, for its candidate. */
    address_problem: text(),
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
    // The exams of a day, and those of an incident.
    index('exam_attempts_scheduled').on(t.scheduled_at),
    index('exam_attempts_decided_at').on(t.decided_at, t.user_id).where(sql`${t.state} in ('passed', 'failed')`),
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
    /** The broken flag whose points this row gives: each once to an attempt. */
    flag_id: uuid(),
    /** The incident for which it was written by hand. */
    incident_id: uuid().references((): AnyPgColumn => incidents.id),
    /** A clock can be stopped and let go on more than once for one incident; all else happens once. */
    incident_round: integer().notNull().default(1),
    at: createdAt(),
  },
  (t) => [
    index('exam_ledger_attempt').on(t.attempt_id, t.position),
    uniqueIndex('exam_ledger_flag').on(t.attempt_id, t.flag_id).where(sql`${t.flag_id} is not null`),
    // Whatever is repeated, raced or restarted: one row for each incident, attempt and action.
    uniqueIndex('exam_ledger_incident')
      .on(t.incident_id, t.attempt_id, t.kind, t.incident_round)
      .where(sql`${t.incident_id} is not null`),
  ],
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
  (t) => [
    uniqueIndex('extra_points_attempt').on(t.attempt_id, t.url),
    index('extra_points_url').on(t.url),
    index('extra_points_state').on(t.state, t.created_at, t.id),
    index('extra_points_created').on(t.created_at, t.id),
  ],
)

/** A doubt about how an attempt was sat: opened with evidence, answered once by its candidate, and decided. */
export const conductCases = pgTable(
  'conduct_cases',
  {
    id: id(),
    attempt_id: uuid()
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    state: text().$type<'open' | 'dismissed' | 'disqualified'>().notNull().default('open'),
    evidence: text().notNull(),
    opened_by: uuid(),
    created_at: createdAt(),
    /** What the candidate says to it. */
    answer: text(),
    answered_at: instant(),
    decision: text(),
    decided_by: uuid(),
    decided_at: instant(),
    version: version(),
  },
  (t) => [
    index('conduct_cases_attempt').on(t.attempt_id),
    index('conduct_cases_state').on(t.state, t.created_at, t.id),
    index('conduct_cases_created').on(t.created_at, t.id),
    uniqueIndex('conduct_cases_open').on(t.attempt_id).where(sql`${t.state} = 'open'`),
  ],
)

/** Support looks into the room of a candidate: asked for by one administrator, confirmed by another or by the candidate's code. */
export const examSupport = pgTable(
  'exam_support',
  {
    id: id(),
    attempt_id: uuid()
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    asked_by: uuid().notNull(),
    reason: text().notNull(),
    confirm_by: text().$type<'administrator' | 'code'>().notNull(),
    /** Of the code that was mailed to the candidate. */
    code_hash: text(),
    code_tries: integer().notNull().default(0),
    asked_at: createdAt(),
    confirm_until: instant().notNull(),
    /** The second administrator; null when the candidate's code confirmed it. */
    confirmed_by: uuid(),
    opened_at: instant(),
    open_until: instant(),
    ended_at: instant(),
  },
  (t) => [
    index('exam_support_attempt').on(t.attempt_id, t.asked_at),
    // What waits for a second administrator.
    index('exam_support_waiting').on(t.attempt_id).where(sql`${t.opened_at} is null and ${t.ended_at} is null`),
  ],
)

/** What a candidate writes down during an attempt. It stands apart from the attempt, whose row is read by every sweep. */
export const examNotes = pgTable('exam_notes', {
  attempt_id: uuid()
    .primaryKey()
    .references(() => examAttempts.id, { onDelete: 'cascade' }),
  text: text().notNull(),
  updated_at: createdAt(),
  version: version(),
})

/** Problems that candidates report during an exam, and the answers to them. */
export const examReports = pgTable(
  'exam_reports',
  {
    id: id(),
    attempt_id: uuid()
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    kind: text().$type<'environment' | 'flag' | 'connection' | 'other'>().notNull(),
    text: text().notNull(),
    at: createdAt(),
    /** Minutes of the exam that had passed by its clock; null before the start. */
    minute: integer(),
    /** What the environment was doing at that moment; null when there was none. */
    environment: jsonb().$type<{ state: string; stage: string | null }>(),
    answer: text(),
    answered_by: uuid(),
    answered_at: instant(),
    version: version(),
  },
  (t) => [
    index('exam_reports_attempt').on(t.attempt_id, t.at),
    index('exam_reports_unanswered').on(t.attempt_id).where(sql`${t.answered_at} is null`),
  ],
)

/** An outage or a failure of ours that touched exams. What is not named does not narrow it. */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    /** Candidates read it in their ledger. */
    title: text().notNull(),
    cloud: text().$type<CloudName>(),
    /** Of the account in which the environment is. */
    region: text(),
    exam_id: uuid().references(() => exams.id, { onDelete: 'cascade' }),
    from_at: instant().notNull(),
    until_at: instant(),
    actor_id: uuid(),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [
    index('incidents_from_at').on(t.from_at, t.id),
    index('incidents_until_at').on(t.until_at),
    index('incidents_exam').on(t.exam_id),
  ],
)
