import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { betaTesters, contentRevisions, courses, entitlements, exams } from '../../../../db/schema/index.ts'
import { courseNotFound } from '../../../catalogue/courses/content.ts'

/** A course with its status, number of learners, and exam. */
export async function findCourseFacts(db: Db, slug: string) {
  const ofCourse = sql`course_id = "courses"."id"`
  const [row] = await db
    .select({
      uuid: courses.id,
      slug: courses.slug,
      status: courses.status,
      created_at: courses.created_at,
      updated_at: courses.updated_at,
      learners: sql<number>`(select count(distinct user_id)::int from ${entitlements} where ${ofCourse} and revoked_at is null)`,
      beta_testers: sql<number>`(select count(*)::int from ${betaTesters} where ${ofCourse})`,
      exam: sql<{ slug: string; title: string; status: string; bookable: boolean } | null>`(
        select json_build_object('slug', e.slug, 'title', e.title, 'status', e.status, 'bookable', e.bookable)
        from ${exams} e where e.course_id = "courses"."id" order by e.status = 'published' desc, e.slug limit 1)`,
    })
    .from(courses)
    .where(eq(courses.slug, slug))
  return row
}

export async function countEntitled(db: Db, courseId: string): Promise<number> {
  return db.$count(entitlements, sql`${entitlements.course_id} = ${courseId} and ${entitlements.revoked_at} is null`)
}

/** Restricts the list to revisions of the course in the path. */
export async function revisionsOfCourse(db: Db, { slug = '' }: Record<string, string>): Promise<SQL> {
  const [course] = await db.select({ id: courses.id }).from(courses).where(eq(courses.slug, slug))
  if (!course) throw courseNotFound(slug)
  return sql`${contentRevisions.kind} = 'courses' and ${contentRevisions.item_id} = ${course.id}`
}
