import { and, eq, inArray, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { ListQuery } from '../../db/list.ts'
import type { Db } from '../../db/open.ts'
import { courseProgress, courses, lessons } from '../../db/schema/index.ts'

const courseOf = sql`"course_progress"."course_id"`
const isRequired = sql`l.course_id = ${courseOf} and l.required and l.archived_at is null`

/** How far one account is in every course it began, the one seen last first. */
export async function listProgressOf(
  db: Db,
  userId: string,
  { filter, from, limit }: ListQuery<{ id?: string[] }, 'last_seen_at'>,
) {
  const slugs = db
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.slug, filter.id ?? []))
  const where = and(eq(courseProgress.user_id, userId), filter.id && inArray(courseProgress.course_id, slugs))
  const data = await db
    .select({
      id: courses.slug,
      slug: courses.slug,
      title: courses.title,
      required: sql<number>`(select count(*)::int from lessons l where ${isRequired})`,
      completed: sql<number>`(select count(*)::int from lessons l join lesson_progress p on p.lesson_id = l.id
        where ${isRequired} and p.user_id = ${userId} and p.completed_at is not null)`,
      last_lesson: lessons.title,
      last_seen_at: courseProgress.last_seen_at,
      completed_at: courseProgress.completed_at,
    })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseProgress.course_id))
    .leftJoin(lessons, eq(lessons.id, courseProgress.last_lesson_id))
    .where(where)
    .orderBy(sql`${courseProgress.last_seen_at} desc nulls last`, courses.slug)
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, courseProgress, where)), from }
}
