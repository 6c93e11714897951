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
import { createdAt, instant, words } from './columns.ts'
import { courses } from './courses.ts'
import { exams } from './exams.ts'
import { users } from './users.ts'

/** A snapshot taken at issue. What it prints changes only through a new version. */
export const certificates = pgTable(
  'certificates',
  {
    /** Public and unguessable: at least 128 bits. */
    id: text().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    course_id: uuid().references(() => courses.id),
    exam_id: uuid().references(() => exams.id),
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
    uniqueIndex('certificates_once').on(t.user_id, t.course_id, t.type).where(sql`${t.withdrawn_at} is null`),
    index('certificates_user').on(t.user_id),
    index('certificates_issued_at').on(t.issued_at, t.id),
    index('certificates_valid_until').on(t.valid_until, t.id),
    index('certificates_name').on(t.name, t.id),
    index('certificates_title').on(t.title, t.id),
    index('certificates_type').on(t.type, t.id),
    index('certificates_ended')
      .on(t.issued_at, t.id)
      .where(sql`${t.withdrawn_at} is not null or ${t.revoked_at} is not null`),
    index('certificates_search').using(
      'gin',
      sql`search_fold(${t.id} || ' ' || ${t.name} || ' ' || ${t.title}) gin_trgm_ops`,
    ),
  ],
)

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

/** Keys that sign badges. Private keys are sealed; retired public keys stay published. */
export const signingKeys = pgTable('signing_keys', {
  id: text().primaryKey(),
  algorithm: text().notNull(),
  public_jwk: jsonb().notNull(),
  private_sealed: text().notNull(),
  created_at: createdAt(),
  retired_at: instant(),
})
