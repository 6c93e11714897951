import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { courses, deployments, flagSolves, flags, labs, lessons, sections } from '../../db/schema/index.ts'
import { ApiError } from '../../errors.ts'

export type LabRow = typeof labs.$inferSelect

/** The outer table is named in full: in a select of one table drizzle leaves the name of a column's table away. */
const flagCount = sql<number>`(select count(*)::int from ${flags} f where f.lab_id = ${labs}.id and f.archived_at is null)`

/** What is sold alone, and published. */
export const listOnSale = (db: Db) =>
  db
    .select({ lab: labs, flags: flagCount })
    .from(labs)
    .where(and(eq(labs.status, 'published'), sql`${labs.price_amount} is not null`))
    .orderBy(asc(labs.title))

export async function findLabBySlug(db: Db, slug: string): Promise<LabRow> {
  const [row] = await db.select().from(labs).where(eq(labs.slug, slug))
  if (!row) throw new ApiError('not_found', 'There is no such lab.')
  return row
}

export async function countFlags(db: Db, labId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(flags)
    .where(and(eq(flags.lab_id, labId), isNull(flags.archived_at)))
  return row?.count ?? 0
}

/** A lesson in which a lab stands. */
export interface Place {
  lab_id: string
  course_id: string
  slug: string
  section: string
  lesson: string
}

/** Lessons in which the labs stand, with their courses, in the catalogue's order. */
export const listPlaces = async (db: Db, labIds: string[]): Promise<Place[]> =>
  labIds.length === 0
    ? []
    : db
        .select({
          lab_id: sql<string>`${lessons.lab_id}`,
          course_id: courses.id,
          slug: courses.slug,
          section: sections.slug,
          lesson: lessons.slug,
        })
        .from(lessons)
        .innerJoin(sections, eq(sections.id, lessons.section_id))
        .innerJoin(courses, eq(courses.id, lessons.course_id))
        .where(and(inArray(lessons.lab_id, labIds), isNull(lessons.archived_at)))
        .orderBy(asc(courses.position), asc(sections.position), asc(lessons.position))

/** Every lab that a course or an entitlement of mine opens, or that I ever deployed. */
export const listLabsOf = (db: Db, userId: string, courseIds: string[], labIds: string[]) =>
  db
    .select({ lab: labs, flags: flagCount })
    .from(labs)
    .where(
      or(
        labIds.length > 0 ? inArray(labs.id, labIds) : undefined,
        courseIds.length > 0
          ? inArray(
              labs.id,
              db
                .select({ id: sql<string>`${lessons.lab_id}` })
                .from(lessons)
                .where(
                  and(
                    inArray(lessons.course_id, courseIds),
                    isNull(lessons.archived_at),
                    sql`${lessons.lab_id} is not null`,
                  ),
                ),
            )
          : undefined,
        inArray(
          labs.id,
          db
            .select({ id: sql<string>`${deployments.lab_id}` })
            .from(deployments)
            .where(and(eq(deployments.user_id, userId), sql`${deployments.lab_id} is not null`)),
        ),
      ),
    )
    .orderBy(asc(labs.title))

export const countSolvedByLab = (db: Db, userId: string, labIds: string[]) =>
  labIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ lab_id: sql<string>`${flags.lab_id}`, solved: sql<number>`count(*)::int` })
        .from(flagSolves)
        .innerJoin(flags, eq(flags.id, flagSolves.flag_id))
        .where(
          and(
            eq(flagSolves.user_id, userId),
            isNull(flagSolves.attempt_id),
            isNull(flags.archived_at),
            inArray(flags.lab_id, labIds),
          ),
        )
        .groupBy(flags.lab_id)

/** The newest deployment of each lab, mine. */
export const listLatestDeployments = (db: Db, userId: string, labIds: string[]) =>
  labIds.length === 0
    ? Promise.resolve([])
    : db
        .selectDistinctOn([deployments.lab_id])
        .from(deployments)
        .where(
          and(eq(deployments.user_id, userId), isNull(deployments.attempt_id), inArray(deployments.lab_id, labIds)),
        )
        .orderBy(deployments.lab_id, desc(deployments.created_at))
