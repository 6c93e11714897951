import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf } from '../../../db/list-source.ts'
import { courses } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'

const price = sql<{
  amount: number
  currency: string
}>`json_build_object('amount', ${courses.price_amount}, 'currency', ${courses.price_currency})`

export const courseSource = {
  table: courses,
  id: sql`${courses.slug}`,
  where: matching,
  // Not sortable by learners: they are counted only for the courses of one page, because a learner can have several entitlements.
  keys: {
    title: [sql`${courses.title}`, sql`${courses.slug}`],
    slug: [sql`${courses.slug}`],
    status: [sql`${courses.status}`, sql`${courses.position}`, sql`${courses.slug}`],
    price: [sql`${courses.price_amount}`, sql`${courses.slug}`],
    updated_at: [sql`${courses.updated_at}`, sql`${courses.slug}`],
  },
  read: (db, { where, order, from, limit, cursor }) =>
    db
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
        ...cursor,
      })
      .from(courses)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listCoursesForAdmin'>

function matching(filter: Output<'courseFilter'>): SQL | undefined {
  return and(
    filter.id && isAmong(courses.slug, filter.id),
    contains(sql`${courses.slug} || ' ' || ${courses.title}`, filter.q),
    filter.status && eq(courses.status, filter.status),
    filter.level && eq(courses.level, filter.level),
  )
}
