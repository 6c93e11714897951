import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../../db/open.ts'
import {
  betaTesters,
  contentRevisions,
  courses,
  entitlements,
  exams,
  feedbackForms,
  labs,
  lessons,
  sections,
} from '../../../../db/schema/index.ts'
import { courseNotFound } from '../../../catalogue/courses/index.ts'
import type { RevisedItem } from '../../../catalogue/revisions/index.ts'
import { lastSolvedTest } from '../../../clouds/deployments/index.ts'

type CourseRow = typeof courses.$inferSelect

export interface LockedCourse extends RevisedItem, Pick<CourseRow, 'slug' | 'status'> {}

/** Locks a course for editing. Learners are not blocked, because their progress only references the course row. */
export async function lockCourse(tx: Tx, by: { slug: string } | { id: string }): Promise<LockedCourse | undefined> {
  const [row] = await tx
    .select({ id: courses.id, slug: courses.slug, status: courses.status })
    .from(courses)
    .where('id' in by ? eq(courses.id, by.id) : eq(courses.slug, by.slug))
    .for('no key update')
  return row && { ...row, isLive: isLive(row.status) }
}

/** Whether learners can use the course, so that it changes by revisions. An archived course stays open to those who have it. */
export const isLive = (status: CourseRow['status']) => status === 'published' || status === 'archived'

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

export interface LabFacts {
  id: string
  slug: string
  title: string
  cloud: 'aws' | 'azure' | 'gcp'
  status: 'draft' | 'published' | 'archived'
  flags: number
  duration_minutes: number
  /** An author has solved every required flag in a test run. */
  is_tested: boolean
  /** An author has solved this or an earlier version of the lab. */
  was_tested: boolean
  /** The published course already has a lesson with this lab. */
  is_live: boolean
}

export async function listLabFacts(db: Db, courseId: string, slugs: string[]): Promise<Map<string, LabFacts>> {
  if (slugs.length === 0) return new Map()
  const isOpen = sql`f.lab_id = "labs"."id" and f.archived_at is null`
  const rows = await db
    .select({
      id: labs.id,
      slug: labs.slug,
      title: labs.title,
      cloud: labs.cloud,
      status: labs.status,
      duration_minutes: labs.duration_minutes,
      flags: sql<number>`(select count(*)::int from flags f where ${isOpen})`,
      is_tested: sql<boolean>`${lastSolvedTest({ id: sql`"labs"."id"`, built: 'current' })} is not null`,
      was_tested: sql<boolean>`${lastSolvedTest({ id: sql`"labs"."id"` })} is not null`,
      is_live: sql<boolean>`exists (select from ${lessons} l join ${courses} c on c.id = l.course_id
        where l.lab_id = "labs"."id" and l.archived_at is null
        and c.id = ${courseId} and c.status in ('published', 'archived'))`,
    })
    .from(labs)
    .where(inArray(labs.slug, [...new Set(slugs)]))
  return new Map(rows.map((row) => [row.slug, row]))
}

export type OutlineRows = Awaited<ReturnType<typeof listOutlineRows>>

/** All sections and lessons of a course, including archived ones. If several lessons share a place, the latest comes last. */
export async function listOutlineRows(db: Db, courseId: string) {
  return {
    sections: await db
      .select({ id: sections.id, slug: sections.slug, archived: sql<boolean>`${sections.archived_at} is not null` })
      .from(sections)
      .where(eq(sections.course_id, courseId)),
    lessons: await db
      .select({
        id: lessons.id,
        section_id: lessons.section_id,
        slug: lessons.slug,
        archived: sql<boolean>`${lessons.archived_at} is not null`,
        lab: labs.slug,
      })
      .from(lessons)
      .leftJoin(labs, eq(labs.id, lessons.lab_id))
      .where(eq(lessons.course_id, courseId))
      .orderBy(asc(lessons.archived_at)),
  }
}

export async function listLabIds(db: Db, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const rows = await db.select({ id: labs.id, slug: labs.slug }).from(labs).where(inArray(labs.slug, slugs))
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

export async function findFormId(db: Db, slug: string): Promise<string | undefined> {
  const [row] = await db.select({ id: feedbackForms.id }).from(feedbackForms).where(eq(feedbackForms.slug, slug))
  return row?.id
}

export async function hasCourse(db: Db, slug: string): Promise<boolean> {
  const rows = await db.select({ id: courses.id }).from(courses).where(eq(courses.slug, slug))
  return rows.length > 0
}

/** Ids of these lessons that still exist, archived. */
export async function listArchivedLessons(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.select({ id: lessons.id }).from(lessons).where(inArray(lessons.id, ids))
  return new Set(rows.map(({ id }) => id))
}
