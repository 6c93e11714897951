import { and, eq, isNull, sql } from 'drizzle-orm'
import { courses, lessons, sections } from '../../../db/schema/index.ts'

/** The lesson at the placeholders `course`, `section` and `lesson`, which are slugs. Excludes archived ones. */
export const isAtLessonPlace = and(
  eq(courses.slug, sql.placeholder('course')),
  eq(sections.slug, sql.placeholder('section')),
  eq(lessons.slug, sql.placeholder('lesson')),
  isNull(lessons.archived_at),
  isNull(sections.archived_at),
)
