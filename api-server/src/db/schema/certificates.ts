import { sql } from 'drizzle-orm'
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { FOR_EVER, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, id, instant, words } from './columns.ts'
import { courses } from './courses.ts'
import { examAttempts, exams } from './exams.ts'
import { users } from './users.ts'

/** A snapshot taken at issue. The printed content only changes through a new version. */
export const certificates = pgTable(
  'certificates',
  {
    /** Public and unguessable: at least 128 bits. */
    id: text().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    course_id: uuid().references(() => courses.id),
    exam_id: uuid().references(() => exams.id),
    /** The attempt that passed. Null for courses, and for certificates issued before attempts were recorded. */
    attempt_id: uuid().references(() => examAttempts.id, { onDelete: 'set null' }),
    type: text().$type<'required' | 'commercial' | 'arte'>().notNull(),
    version: integer().notNull().default(1),
    name: text().notNull(),
    title: text().notNull(),
    company: text(),
    points: integer(),
    hours: doublePrecision(),
    outcomes: words(),
    issued_at: createdAt(),
    valid_until: instant(),
    revoked_at: instant(),
    withdrawn_at: instant(),
    reason: text(),
  },
  (t) => [
    // A revoked certificate is not deleted. Another passed attempt earns its own certificate, and no attempt earns two.
    uniqueIndex('certificates_once')
      .on(t.user_id, t.course_id, t.type)
      .where(sql`${t.withdrawn_at} is null and ${t.revoked_at} is null`),
    uniqueIndex('certificates_attempt').on(t.attempt_id, t.type).where(sql`${t.withdrawn_at} is null`),
    index('certificates_user').on(t.user_id),
    index('certificates_issued_at').on(t.issued_at, t.id),
    index('certificates_valid_until').on(t.valid_until, t.id),
    index('certificates_name').on(t.name, t.id),
    index('certificates_title').on(t.title, t.id),
    index('certificates_type').on(t.type, t.id),
    index('certificates_course').on(t.course_id, t.issued_at, t.id),
    index('certificates_exam').on(t.exam_id, t.issued_at, t.id),
    index('certificates_ended')
      .on(t.issued_at, t.id)
      .where(sql`${t.withdrawn_at} is not null or ${t.revoked_at} is not null`),
    index('certificates_search').using(
      'gin',
      sql`search_fold(${t.id} || ' ' || ${t.name} || ' ' || ${t.title}) gin_trgm_ops`,
    ),
  ],
)

const page = 'its public page goes on saying what it was, and that it was withdrawn'
export const certificatesDuties = personal(certificates, {
  of: certificates.user_id,
  as: 'certificates',
  order: certificates.issued_at,
  kept: {
    [page]: {
      exported: 'id type version title points hours outcomes issued_at valid_until revoked_at withdrawn_at',
      ours: 'course_id exam_id',
    },
  },
  cleared: { ours: 'user_id attempt_id' },
  replaced: { exported: 'name company reason' },
})

export const certificateVersions = pgTable(
  'certificate_versions',
  {
    certificate_id: text()
      .notNull()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    snapshot: jsonb().notNull(),
    reason: text(),
    actor_id: uuid(),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.certificate_id, t.version] })],
)

export const certificateVersionsDuties = personal(certificateVersions, {
  deleted: {
    'what it said before it was corrected': 'certificate_id version snapshot reason at',
    administrator: 'actor_id',
  },
})

/** Corrections requested by learners. Accepting one creates a new version; refusing one requires a reason. */
export const certificateCorrections = pgTable(
  'certificate_corrections',
  {
    id: id(),
    certificate_id: text()
      .notNull()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Requested name. */
    name: text().notNull(),
    /** Printed name at the time of the request. */
    printed: text().notNull(),
    reason: text().notNull(),
    state: text().$type<'open' | 'accepted' | 'refused'>().notNull().default('open'),
    answer: text(),
    decided_by: uuid(),
    decided_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    // One open request per certificate, even after a double click.
    uniqueIndex('certificate_corrections_open').on(t.certificate_id).where(sql`${t.state} = 'open'`),
    index('certificate_corrections_certificate').on(t.certificate_id, t.created_at),
    index('certificate_corrections_user').on(t.user_id, t.created_at, t.id),
    index('certificate_corrections_search').using(
      'gin',
      sql`search_fold(${t.name} || ' ' || ${t.printed}) gin_trgm_ops`,
    ),
    index('certificate_corrections_state').on(t.state, t.created_at, t.id),
    index('certificate_corrections_created').on(t.created_at, t.id),
  ],
)

export const certificateCorrectionsDuties = personal(certificateCorrections, {
  of: certificateCorrections.user_id,
  as: 'corrections',
  order: certificateCorrections.created_at,
  deleted: {
    exported: 'certificate_id name printed reason state answer decided_at created_at',
    ours: 'id user_id',
    administrator: 'decided_by',
  },
})

/** Keys that sign badges. Private keys are sealed; retired public keys stay published. */
export const signingKeys = pgTable('signing_keys', {
  id: text().primaryKey(),
  algorithm: text().notNull(),
  public_jwk: jsonb().notNull(),
  private_sealed: text().notNull(),
  created_at: createdAt(),
  retired_at: instant(),
})

export const certificateRetention: readonly Retention[] = [
  {
    name: 'certificates',
    what: 'Certificates and their pages',
    why: 'So that anyone can check them. Your name goes with your account, unless you choose to leave it.',
    tables: [certificates, certificateVersions],
    ...FOR_EVER,
  },
  {
    name: 'certificate-corrections',
    what: 'Requests to correct a certificate, and our answers',
    why: 'To tell why a certificate says what it says.',
    tables: [certificateCorrections],
    ...WHILE_ACCOUNT,
  },
]
