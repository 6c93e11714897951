import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { feedbackForms, labs, lessons, sections } from '../../../../db/schema/index.ts'

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

/** Ids of these lessons that still exist, archived. */
export async function listKeptLessons(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.select({ id: lessons.id }).from(lessons).where(inArray(lessons.id, ids))
  return new Set(rows.map(({ id }) => id))
}
