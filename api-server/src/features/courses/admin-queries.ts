import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { Db } from '../../db/open.ts'
import { type CourseStatus, courses, type Level } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { ListQuery } from '../../http/list-query.ts'

interface Filter {
  id?: string[]
  q?: string | undefined
  status?: CourseStatus | undefined
  level?: Level | undefined
}
export type CourseSort = 'title' | 'slug' | 'status' | 'updated_at'

const price = sql<{
  amount: number
  currency: string
}>`json_build_object('amount', ${courses.price_amount}, 'currency', ${courses.price_currency})`

export async function listCoursesForAdmin(db: Db, { filter, sort, from, limit }: ListQuery<Filter, CourseSort>) {
  const where = and(
    filter.id && inArray(courses.slug, filter.id),
    contains(sql`(${courses.slug} || ' ' || lower(${courses.title}))`, filter.q),
    filter.status && eq(courses.status, filter.status),
    filter.level && eq(courses.level, filter.level),
  )
  const order = sort.descending ? desc : asc
  const keys: Record<CourseSort, SQL[]> = {
    title: [order(courses.title), order(courses.slug)],
    slug: [order(courses.slug)],
    status: [order(courses.status), order(courses.position), order(courses.slug)],
    updated_at: [order(courses.updated_at), order(courses.slug)],
  }
  const data = await db
    .select({
      id: courses.slug,
      slug: courses.slug,
      title: courses.title,
      status: courses.status,
      level: courses.level,
      price,
      lessons: sql<number>`(select count(*)::int from lessons l where l.course_id = "courses"."id" and l.archived_at is null)`,
      learners: sql<number>`(select count(distinct e.user_id)::int from entitlements e
        where e.course_id = "courses"."id" and e.revoked_at is null)`,
      completed: sql<number>`(select count(*)::int from course_progress p
        where p.course_id = "courses"."id" and p.completed_at is not null)`,
      updated_at: courses.updated_at,
    })
    .from(courses)
    .where(where)
    .orderBy(...keys[sort.by])
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, courses, where)), from }
}

/** For pickers: every course, drafts too. */
export const listCourseChoices = (db: Db) =>
  db
    .select({ id: courses.id, slug: courses.slug, title: courses.title, status: courses.status })
    .from(courses)
    .orderBy(asc(courses.title), asc(courses.slug))
