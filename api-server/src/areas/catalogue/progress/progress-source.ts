import { eq, inArray, sql } from 'drizzle-orm'
import type { ListSourceOf } from '../../../db/list-source.ts'
import { courseProgress, courses, lessons } from '../../../db/schema/index.ts'

const courseOf = sql`"course_progress"."course_id"`
const isRequired = sql`l.course_id = ${courseOf} and l.required and l.archived_at is null`

/** A learner's progress in each course they started. */
export const progressSource = {
  table: courseProgress,
  id: sql`(select c.slug from ${courses} c where c.id = ${courseOf})`,
  where: ({ id }) => id && inArray(courseProgress.course_id, idsOf(id)),
  keys: { last_seen_at: [sql`${courseProgress.last_seen_at}`, courseOf] },
  nulls: { last_seen_at: 'smallest' },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: courses.slug,
        slug: courses.slug,
        title: courses.title,
        required: sql<number>`(select count(*)::int from lessons l where ${isRequired})`,
        completed: sql<number>`(select count(*)::int from lessons l join lesson_progress p on p.lesson_id = l.id
          where ${isRequired} and p.user_id = "course_progress"."user_id" and p.completed_at is not null)`,
        last_lesson: lessons.title,
        last_seen_at: courseProgress.last_seen_at,
        completed_at: courseProgress.completed_at,
        ...cursor,
      })
      .from(courseProgress)
      .innerJoin(courses, eq(courses.id, courseProgress.course_id))
      .leftJoin(lessons, eq(lessons.id, courseProgress.last_lesson_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listUserProgress'>

const idsOf = (slugs: string[]) => sql`(select c.id from ${courses} c where c.slug
  = any(array(select jsonb_array_elements_text(${JSON.stringify(slugs)}::jsonb))))`
