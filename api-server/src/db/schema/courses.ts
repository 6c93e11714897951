import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
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
import { lookup, personal } from '../duties.ts'
import { deletedAfter, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, currency, id, instant, version, words } from './columns.ts'
import { labs } from './labs.ts'
import { users } from './users.ts'

export type CourseStatus = 'draft' | 'beta' | 'published' | 'archived'
export type Level = 'beginner' | 'intermediate' | 'advanced'

/** Identified by its key in the file store. */
export interface StoredPicture {
  file: string
  width: number
  height: number
}

/** Instructors saved before pictures were supported have none. */
export interface StoredInstructor {
  name: string
  title: string
  bio: string
  picture?: StoredPicture | null
}

export const courses = pgTable(
  'courses',
  {
    id: id(),
    slug: text().notNull(),
    title: text().notNull(),
    subtitle: text().notNull().default(''),
    /** Markdown. */
    description: text().notNull().default(''),
    level: text().$type<Level>().notNull(),
    language: text().notNull().default('en'),
    clouds: text().array().$type<('aws' | 'azure' | 'gcp')[]>().notNull().default(sql`'{}'::text[]`),
    tags: words(),
    outcomes: words(),
    prerequisites: words(),
    estimated_hours: doublePrecision().notNull().default(0),
    /** A stored picture, with its size in pixels. */
    cover: jsonb().$type<StoredPicture>(),
    instructors: jsonb().$type<StoredInstructor[]>().notNull().default([]),
    status: text().$type<CourseStatus>().notNull().default('draft'),
    price_amount: integer().notNull(),
    price_currency: currency(),
    /** Whether a price was set. Until then the amount is 0, and the course cannot be published. */
    is_priced: boolean().notNull().default(true),
    /** Days of access from activation; null means no end. */
    access_days: integer(),
    certificate_type: text().$type<'required' | 'commercial' | 'arte'>(),
    certificate_months: integer(),
    /** For a refresher course: slug of the course whose expiring certificates it renews. */
    renews: text(),
    feedback_form_id: uuid(),
    /** Fraction of a video that must be watched to complete its lesson. */
    video_share: doublePrecision().notNull().default(0.9),
    /** Fraction of the course after which feedback is requested. */
    feedback_share: doublePrecision().notNull().default(0.5),
    position: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [
    index('courses_instructors').using('gin', sql`${t.instructors} jsonb_path_ops`),
    uniqueIndex('courses_slug').on(t.slug),
    index('courses_status').on(t.status, t.position, t.slug),
    index('courses_renews').on(t.renews).where(sql`${t.renews} is not null`),
    index('courses_title').on(t.title, t.slug),
    index('courses_price').on(t.price_amount, t.slug),
    index('courses_updated_at').on(t.updated_at, t.slug),
    index('courses_search').using('gin', sql`search_fold(${t.slug} || ' ' || ${t.title}) gin_trgm_ops`),
  ],
)

export const sections = pgTable(
  'sections',
  {
    id: id(),
    course_id: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    slug: text().notNull(),
    title: text().notNull(),
    position: integer().notNull(),
    /** The section whose required lessons must be completed first. */
    opens_after_id: uuid().references((): AnyPgColumn => sections.id),
    archived_at: instant(),
  },
  (t) => [uniqueIndex('sections_slug').on(t.course_id, t.slug), index('sections_position').on(t.course_id, t.position)],
)

export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    course_id: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    section_id: uuid()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    slug: text().notNull(),
    title: text().notNull(),
    position: integer().notNull(),
    kind: text().$type<'video' | 'lab' | 'reading'>().notNull(),
    required: boolean().notNull().default(true),
    free_preview: boolean().notNull().default(false),
    duration_seconds: integer().notNull().default(0),
    /** Key of the video in the file store. */
    video: text(),
    captions: jsonb().$type<{ lang: string; label: string; file: string }[]>().notNull().default([]),
    /** Start of each chapter of the video, in seconds and in order. */
    chapters: jsonb().$type<{ second: number; title: string }[]>().notNull().default([]),
    body: text().notNull().default(''),
    lab_id: uuid().references(() => labs.id),
    /** When its text or video last changed for learners. Learners who completed it before are notified. */
    changed_at: instant(),
    archived_at: instant(),
  },
  (t) => [
    // An archived lesson frees its slug for a new one.
    uniqueIndex('lessons_slug').on(t.section_id, t.slug).where(sql`${t.archived_at} is null`),
    index('lessons_course').on(t.course_id, t.position),
    index('lessons_lab').on(t.lab_id),
  ],
)

export const bundles = pgTable(
  'bundles',
  {
    id: id(),
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    price_amount: integer().notNull(),
    price_currency: currency(),
    status: text().$type<'draft' | 'published' | 'archived'>().notNull().default('draft'),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('bundles_slug').on(t.slug),
    index('bundles_status').on(t.status, t.slug),
    index('bundles_title').on(t.title, t.slug),
    index('bundles_price').on(t.price_amount, t.slug),
    index('bundles_updated_at').on(t.updated_at, t.slug),
    index('bundles_search').using('gin', sql`search_fold(${t.slug} || ' ' || ${t.title}) gin_trgm_ops`),
  ],
)

export const bundleCourses = pgTable(
  'bundle_courses',
  {
    bundle_id: uuid()
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    course_id: uuid()
      .notNull()
      .references(() => courses.id),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bundle_id, t.course_id] }), index('bundle_courses_course').on(t.course_id)],
)

export const betaTesters = pgTable(
  'beta_testers',
  {
    course_id: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    added_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.course_id, t.user_id] }), index('beta_testers_user').on(t.user_id)],
)

export const betaTestersDuties = personal(betaTesters, {
  of: betaTesters.user_id,
  as: 'beta_tests',
  first: { course: lookup(betaTesters.course_id, courses.slug) },
  deleted: { exported: 'added_at', named: 'course_id', ours: 'user_id' },
})

export const lessonProgress = pgTable(
  'lesson_progress',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lesson_id: uuid()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    course_id: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    position_seconds: doublePrecision().notNull().default(0),
    /** Accepted watched intervals in seconds: sorted and not overlapping. */
    intervals: jsonb().$type<[number, number][]>().notNull().default([]),
    /** Never cleared once set. */
    completed_at: instant(),
    updated_at: createdAt(),
    /** When the lesson was first opened; null if before this was recorded. */
    begun_at: instant().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.lesson_id] }),
    index('lesson_progress_course').on(t.user_id, t.course_id),
    index('lesson_progress_completed').on(t.user_id, t.completed_at),
    index('lesson_progress_lesson').on(t.lesson_id, t.user_id),
    index('lesson_progress_completed_at').on(t.completed_at, t.user_id).where(sql`${t.completed_at} is not null`),
  ],
)

export const lessonProgressDuties = personal(lessonProgress, {
  of: lessonProgress.user_id,
  as: 'lessons',
  order: lessonProgress.updated_at,
  first: {
    course: lookup(lessonProgress.course_id, courses.slug),
    lesson: lookup(lessonProgress.lesson_id, lessons.slug),
    title: lookup(lessonProgress.lesson_id, lessons.title),
  },
  deleted: {
    exported: 'position_seconds intervals completed_at updated_at begun_at',
    ours: 'user_id',
    named: 'lesson_id course_id',
  },
})

export const courseProgress = pgTable(
  'course_progress',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    course_id: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    last_lesson_id: uuid().references(() => lessons.id, { onDelete: 'set null' }),
    last_seen_at: instant(),
    completed_at: instant(),
    /** When the learner reached the course's feedback share. Never cleared once set. */
    feedback_due_at: instant(),
    feedback_given_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.course_id] }),
    index('course_progress_course').on(t.course_id, t.completed_at),
    index('course_progress_learners').on(t.course_id, t.user_id),
    index('course_progress_completed_at').on(t.completed_at, t.user_id).where(sql`${t.completed_at} is not null`),
    index('course_progress_feedback_due_at').on(t.feedback_due_at).where(sql`${t.feedback_due_at} is not null`),
    index('course_progress_feedback').on(t.course_id).where(sql`${t.feedback_due_at} is not null`),
  ],
)

export const courseProgressDuties = personal(courseProgress, {
  of: courseProgress.user_id,
  as: 'courses',
  first: {
    course: lookup(courseProgress.course_id, courses.slug),
    title: lookup(courseProgress.course_id, courses.title),
  },
  deleted: {
    exported: 'last_seen_at completed_at feedback_due_at feedback_given_at',
    ours: 'user_id',
    named: 'course_id',
    'shown by the lessons': 'last_lesson_id',
  },
})

/** When an account last reported watched time. One clock per account, not per tab, so that watching in several tabs does not add up. */
export const watchClocks = pgTable('watch_clocks', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  last_at: createdAt(),
})

export const watchClocksDuties = personal(watchClocks, {
  of: watchClocks.user_id,
  deleted: { work: 'user_id last_at' },
})

export const progressRetention: readonly Retention[] = [
  {
    name: 'progress',
    what: 'Your progress in courses and what you watched',
    why: 'So that you can continue where you stopped.',
    tables: [lessonProgress, courseProgress],
    ...WHILE_ACCOUNT,
  },
  {
    name: 'watch-clocks',
    what: 'Time of your player’s last report of watched video',
    why: 'To measure the time until the next report.',
    tables: [watchClocks],
    ...deletedAfter(1, 'after the report', watchClocks.last_at),
  },
]

export const betaTesterRetention: readonly Retention[] = [
  {
    name: 'beta-tests',
    what: 'Courses you test before they are published',
    why: 'So that you can open them.',
    tables: [betaTesters],
    ...WHILE_ACCOUNT,
  },
]
