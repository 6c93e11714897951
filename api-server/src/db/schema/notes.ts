import { eq, sql } from 'drizzle-orm'
import { doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { lookup, personal } from '../duties.ts'
import { deletedAfter, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, id, instant, version } from './columns.ts'
import { courses, lessons } from './courses.ts'
import { users } from './users.ts'

/** A learner's private notes on a lesson. A lesson with notes is archived instead of deleted. */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lesson_id: uuid()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** Course of the lesson, so that an index finds the notes of a course in order. */
    course_id: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Position in the video; null if the note is about the whole lesson. */
    position_seconds: doublePrecision(),
    text: text().notNull(),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [
    index('notes_user').on(t.user_id, t.lesson_id),
    index('notes_newest').on(t.user_id, t.created_at, t.id),
    index('notes_course').on(t.user_id, t.course_id, t.created_at, t.id),
    index('notes_lesson').on(t.lesson_id),
    index('notes_search').using('gin', sql`search_fold(${t.text}) gin_trgm_ops`),
  ],
)

export const notesDuties = personal(notes, {
  of: notes.user_id,
  as: 'notes',
  order: [notes.created_at, notes.id],
  first: {
    course: lookup(notes.course_id, courses.slug),
    lesson: lookup(notes.lesson_id, lessons.slug),
    title: lookup(notes.lesson_id, lessons.title),
  },
  deleted: {
    exported: 'position_seconds text created_at updated_at',
    ours: 'id user_id version',
    named: 'lesson_id course_id',
  },
})

export const lessonBookmarks = pgTable(
  'lesson_bookmarks',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lesson_id: uuid()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('lesson_bookmarks_lesson').on(t.user_id, t.lesson_id),
    index('lesson_bookmarks_newest').on(t.user_id, t.created_at, t.id),
    index('lesson_bookmarks_of').on(t.lesson_id),
  ],
)

export const lessonBookmarksDuties = personal(lessonBookmarks, {
  of: lessonBookmarks.user_id,
  as: 'bookmarks',
  order: [lessonBookmarks.created_at, lessonBookmarks.id],
  first: {
    course: lookup(lessonBookmarks.lesson_id, lessons.course_id, courses.slug),
    lesson: lookup(lessonBookmarks.lesson_id, lessons.slug),
    title: lookup(lessonBookmarks.lesson_id, lessons.title),
  },
  deleted: { exported: 'created_at', ours: 'id user_id', named: 'lesson_id' },
})

export const noteRetention: readonly Retention[] = [
  {
    name: 'notes',
    what: 'Your notes on lessons, and your bookmarks',
    why: 'You keep them even after your access to a course ends.',
    tables: [notes, lessonBookmarks],
    ...WHILE_ACCOUNT,
  },
]

/** An error in a lesson, reported by a learner. */
export const lessonReports = pgTable(
  'lesson_reports',
  {
    id: id(),
    /** Null after the account is deleted; the report itself is retained. */
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    course_id: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    lesson_id: uuid()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    kind: text().$type<'wrong' | 'unclear' | 'broken' | 'typo'>().notNull(),
    words: text().notNull(),
    /** The learner's position in the video; null if there is no video. */
    position_seconds: integer(),
    /** Course revision at that time; null before the first. */
    revision: integer(),
    state: text().$type<'open' | 'accepted' | 'closed'>().notNull().default('open'),
    answer: text(),
    decided_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    decided_at: instant(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [
    index('lesson_reports_created_at').on(t.created_at, t.id),
    index('lesson_reports_state').on(t.state, t.created_at, t.id),
    index('lesson_reports_kind').on(t.kind, t.created_at, t.id),
    index('lesson_reports_course').on(t.course_id, t.created_at, t.id),
    index('lesson_reports_lesson').on(t.lesson_id, t.created_at, t.id),
    index('lesson_reports_mine').on(t.user_id, t.lesson_id, t.created_at),
    index('lesson_reports_decider').on(t.decided_by).where(sql`${t.decided_by} is not null`),
    index('lesson_reports_decided_at').on(t.decided_at).where(sql`${t.state} = 'closed'`),
    index('lesson_reports_search').using('gin', sql`search_fold(${t.words}) gin_trgm_ops`),
  ],
)

export const lessonReportsDuties = personal(lessonReports, {
  of: lessonReports.user_id,
  as: 'reports',
  order: lessonReports.created_at,
  last: {
    course: lookup(lessonReports.course_id, courses.slug),
    lesson: lookup(lessonReports.lesson_id, lessons.title),
  },
  retained: {
    'used to correct the lesson, without a link to a person': {
      exported: 'kind words position_seconds revision state answer decided_at created_at',
      ours: 'id',
      named: 'course_id lesson_id',
      administrator: 'decided_by',
      work: 'version',
    },
  },
  cleared: { ours: 'user_id' },
})

export const lessonReportRetention: readonly Retention[] = [
  {
    name: 'lesson-reports',
    what: 'Errors in lessons that you reported, and our answers',
    why: 'To explain changes of a lesson.',
    tables: [lessonReports],
    ...deletedAfter(730, 'after they were closed', lessonReports.decided_at, eq(lessonReports.state, 'closed')),
  },
]
