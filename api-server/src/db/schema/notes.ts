import { sql } from 'drizzle-orm'
import { doublePrecision, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, version } from './columns.ts'
import { courses, lessons } from './courses.ts'
import { users } from './users.ts'

/** What a learner wrote down at a lesson, for themselves alone. A lesson that has notes is archived, never deleted. */
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
    /** That of the lesson, so that an index finds the notes of a course in their order. */
    course_id: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** The second of the film; null where the note is about the lesson as a whole. */
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

/** Lessons that a learner wants to find again. */
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
