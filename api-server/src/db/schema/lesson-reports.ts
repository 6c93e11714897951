import { eq, sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { personal, told } from '../duties.ts'
import { deletedAfter, type Retention } from '../retention.ts'
import { createdAt, id, instant, version } from './columns.ts'
import { courses, lessons } from './courses.ts'
import { users } from './users.ts'

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
  last: { course: told(lessonReports.course_id, courses.slug), lesson: told(lessonReports.lesson_id, lessons.title) },
  kept: {
    'the lesson is corrected by it, linked to nobody': {
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
    why: 'To tell why a lesson was changed.',
    tables: [lessonReports],
    ...deletedAfter(730, 'after they were closed', lessonReports.decided_at, eq(lessonReports.state, 'closed')),
  },
]
