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
import { lookup, personal } from '../duties.ts'
import { type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, currency, id, instant, version, zone } from './columns.ts'
import { courses } from './courses.ts'
import { type CloudName, healthColumns, type ModuleStage, type RunFlag } from './labs.ts'
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

/** A change of the allowed IP address that the provider has not applied yet. */
export interface AddressChange {
  id: string
  to: string
  /** Support agent, or null for the candidate. */
  actor_id: string | null
}

/** Terms of a booking that are not in its snapshot, including the candidate's accommodations. */
export interface ExamTerms {
  /** Including the candidate's extra time. */
  seconds: number
  passing_points: number
  resets: number
  extension_ceiling_minutes: number
  /** Rules that the candidate accepted; null if an administrator booked the exam, or it has no rules. */
  accepted_rules?: AcceptedRules | null
}

export interface AcceptedRules {
  text: string
  at: string
}

/** Columns of `exams` that a booking uses and a revision may change, except those that only affect the next attempt. */
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
    /** Module variable for the IP range allowed to reach the environment; null if any address is allowed. */
    address_variable: text(),
    certificate_title: text(),
    certificate_months: integer(),
    /** Solution in commands of the simulated shell; null if there is none. */
    canary: jsonb().$type<CanaryScript>(),
    ...healthColumns(),
    status: text().$type<'draft' | 'published' | 'archived'>().notNull().default('draft'),
    /** Whether booking is open. A published exam that is not bookable is shown with "booking opens soon" and is not for sale. */
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

/** Snapshot of an exam and its flags at booking. The booking uses it regardless of later publications. Bookings with identical content share a row. */
export const examSnapshots = pgTable(
  'exam_snapshots',
  {
    id: id(),
    exam_id: uuid()
      .notNull()
      .references(() => exams.id, { onDelete: 'cascade' }),
    exam: jsonb().$type<BookedExam>().notNull(),
    /** In order. */
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
    /** Set while the attempt is booked, prepared or in progress; never cleared. */
    terms: jsonb().$type<ExamTerms>(),
    /** Snapshot of the exam at booking; same lifetime as `terms`. */
    snapshot_id: uuid().references(() => examSnapshots.id),
    checked_in_at: instant(),
    /** When the environment first ran. */
    ready_at: instant(),
    /** IP range allowed to reach the environment; null until the candidate sets one. */
    admitted_address: text(),
    address_change: jsonb().$type<AddressChange>(),
    /** Why the last change failed, shown to the candidate. */
    address_problem: text(),
    /** Set by a conduct case: no further attempt before this time. */
    barred_until: instant(),
    /** For a passed attempt whose certificate expires: from then on, the exam can be taken again to renew it. */
    renewable_from: instant(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [
    index('exam_attempts_user').on(t.user_id, t.exam_id),
    index('exam_attempts_user_created').on(t.user_id, t.created_at, t.id),
    index('exam_attempts_exam').on(t.exam_id, t.state),
    index('exam_attempts_exam_scheduled').on(t.exam_id, t.scheduled_at, t.id),
    // For the sweep that runs every few seconds.
    index('exam_attempts_due')
      .on(t.state, t.scheduled_at)
      .where(sql`${t.state} in ('scheduled', 'preparing', 'active', 'provisional')`),
    // For the exams of a day, and those affected by an incident.
    index('exam_attempts_scheduled').on(t.scheduled_at),
    index('exam_attempts_decided_at').on(t.decided_at, t.user_id).where(sql`${t.state} in ('passed', 'failed')`),
    // One open attempt per learner and exam.
    uniqueIndex('exam_attempts_open')
      .on(t.user_id, t.exam_id)
      .where(sql`${t.state} in ('purchased', 'scheduled', 'preparing', 'active', 'provisional')`),
  ],
)

export const examAttemptsDuties = personal(examAttempts, {
  of: examAttempts.user_id,
  as: 'attempts',
  order: examAttempts.created_at,
  first: { exam: lookup(examAttempts.exam_id, exams.slug), title: lookup(examAttempts.exam_id, exams.title) },
  deleted: {
    exported: [
      'id number state scheduled_at time_zone reschedules_used resets_used started_at active_until',
      'clock_stopped_at points extra_points decided_at counted available_from terms checked_in_at ready_at',
      'admitted_address address_problem barred_until renewable_from created_at',
    ],
    named: 'exam_id',
    ours: 'user_id entitlement_id',
    work: 'calendar_sequence address_change version',
    'the exam as booked, not about a person': 'snapshot_id',
  },
})

/** Append-only ledger of time and points, visible to the candidate. */
export const examLedger = pgTable(
  'exam_ledger',
  {
    id: id(),
    attempt_id: uuid()
      .notNull()
      .references(() => examAttempts.id, { onDelete: 'cascade' }),
    /** Order of the rows: several may have the same time. */
    position: bigserial({ mode: 'number' }).notNull(),
    kind: text().$type<LedgerKind>().notNull(),
    seconds: integer().notNull().default(0),
    points: integer().notNull().default(0),
    from_at: instant(),
    until_at: instant(),
    reason: text().notNull().default(''),
    actor_id: uuid(),
    /** The faulty flag whose points this row adds, once per attempt. */
    flag_id: uuid(),
    /** The incident for which it was added manually. */
    incident_id: uuid().references((): AnyPgColumn => incidents.id),
    /** For one incident, a clock can be stopped and resumed several times; every other action happens once. */
    incident_round: integer().notNull().default(1),
    at: createdAt(),
  },
  (t) => [
    index('exam_ledger_attempt').on(t.attempt_id, t.position),
    uniqueIndex('exam_ledger_flag').on(t.attempt_id, t.flag_id).where(sql`${t.flag_id} is not null`),
    // One row per incident, attempt and action, even after retries, races and restarts.
    uniqueIndex('exam_ledger_incident')
      .on(t.incident_id, t.attempt_id, t.kind, t.incident_round)
      .where(sql`${t.incident_id} is not null`),
  ],
)

export const examLedgerDuties = personal(examLedger, {
  of: [examLedger.attempt_id, examAttempts.user_id],
  as: 'ledger',
  order: examLedger.position,
  deleted: {
    exported: 'attempt_id kind seconds points from_at until_at reason at',
    ours: 'id',
    work: 'position incident_round',
    administrator: 'actor_id',
    'shown by its name in the reason': 'flag_id',
    'shown by the reason, which begins with its title': 'incident_id',
  },
})

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

export const extraPointsDuties = personal(extraPoints, {
  of: [extraPoints.attempt_id, examAttempts.user_id],
  as: 'extra_points',
  deleted: {
    exported: 'attempt_id url note state points reason decided_at created_at',
    ours: 'id',
    administrator: 'decided_by',
  },
})

/** Conduct case about an attempt: opened with evidence, answered once by the candidate, and then decided. */
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

export const conductCasesDuties = personal(conductCases, {
  of: [conductCases.attempt_id, examAttempts.user_id],
  as: 'conduct_cases',
  deleted: {
    exported: 'attempt_id state evidence created_at answer answered_at decision decided_at',
    ours: 'id',
    administrator: 'opened_by decided_by',
    work: 'version',
  },
})

/** Support access to a candidate's room: requested by one administrator, confirmed by another or with the candidate's code. */
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
    /** Hash of the code mailed to the candidate. */
    code_hash: text(),
    code_tries: integer().notNull().default(0),
    asked_at: createdAt(),
    confirm_until: instant().notNull(),
    /** The second administrator; null if confirmed with the candidate's code. */
    confirmed_by: uuid(),
    opened_at: instant(),
    open_until: instant(),
    ended_at: instant(),
  },
  (t) => [
    index('exam_support_attempt').on(t.attempt_id, t.asked_at),
    // Requests waiting for a second administrator.
    index('exam_support_waiting').on(t.attempt_id).where(sql`${t.opened_at} is null and ${t.ended_at} is null`),
  ],
)

export const examSupportDuties = personal(examSupport, {
  of: [examSupport.attempt_id, examAttempts.user_id],
  as: 'support',
  order: examSupport.asked_at,
  deleted: {
    exported: 'attempt_id reason confirm_by asked_at opened_at open_until ended_at',
    ours: 'id',
    administrator: 'asked_by confirmed_by',
    opens: 'code_hash',
    work: 'code_tries confirm_until',
  },
})

/** A candidate's notes during an attempt. Separate from the attempt, whose row is read by every sweep. */
export const examNotes = pgTable('exam_notes', {
  attempt_id: uuid()
    .primaryKey()
    .references(() => examAttempts.id, { onDelete: 'cascade' }),
  text: text().notNull(),
  updated_at: createdAt(),
  version: version(),
})

export const examNotesDuties = personal(examNotes, {
  of: [examNotes.attempt_id, examAttempts.user_id],
  as: 'notes',
  deleted: { exported: 'attempt_id text updated_at', work: 'version' },
})

/** Problems reported by candidates during an exam, with the answers. */
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
    /** Exam minute by its clock; null before the start. */
    minute: integer(),
    /** State of the environment at that moment; null if there was none. */
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

export const examReportsDuties = personal(examReports, {
  of: [examReports.attempt_id, examAttempts.user_id],
  as: 'reports',
  order: examReports.at,
  deleted: {
    exported: 'attempt_id kind text at minute environment answer answered_at',
    ours: 'id',
    administrator: 'answered_by',
    work: 'version',
  },
})

/** An outage or a failure on our side that affected exams. Null filters do not narrow its scope. */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    /** Shown to candidates in their ledger. */
    title: text().notNull(),
    cloud: text().$type<CloudName>(),
    /** Region of the account that contains the environment. */
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

const incident = 'about an exam, not a person'
export const incidentsDuties = personal(incidents, {
  retained: {
    [incident]: { [incident]: 'id title cloud region exam_id from_at until_at created_at updated_at', work: 'version' },
    leads: { administrator: 'actor_id' },
  },
})

export const examRetention: readonly Retention[] = [
  {
    name: 'exams',
    what: 'Your exams: bookings, attempts, notes, reports and results',
    why: 'Your certificates are based on them.',
    tables: [examAttempts, examLedger, examNotes, examReports, examSupport, extraPoints, conductCases],
    ...WHILE_ACCOUNT,
  },
]
