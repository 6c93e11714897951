import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf } from '../../../db/list-source.ts'
import { exams } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'

const price = sql<{
  amount: number
  currency: string
}>`json_build_object('amount', ${exams.price_amount}, 'currency', ${exams.price_currency})`

export const examSource = {
  table: exams,
  id: sql`${exams.slug}`,
  where: matching,
  keys: {
    title: [sql`${exams.title}`, sql`${exams.slug}`],
    slug: [sql`${exams.slug}`],
    status: [sql`${exams.status}`, sql`${exams.slug}`],
    health: [sql`${exams.health_state}`, sql`${exams.slug}`],
    price: [sql`${exams.price_amount}`, sql`${exams.slug}`],
    updated_at: [sql`${exams.updated_at}`, sql`${exams.slug}`],
  },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: exams.slug,
        slug: exams.slug,
        title: exams.title,
        cloud: exams.cloud,
        status: exams.status,
        price,
        duration_minutes: exams.duration_minutes,
        attempts_taken: sql<number>`(select count(*)::int from exam_attempts a
          where a.exam_id = "exams"."id" and a.started_at is not null)`,
        passed: sql<number>`(select count(*)::int from exam_attempts a where a.exam_id = "exams"."id" and a.state = 'passed')`,
        health: exams.health,
        updated_at: exams.updated_at,
        ...cursor,
      })
      .from(exams)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listExamsForAdmin'>

function matching(filter: Output<'examFilter'>): SQL | undefined {
  return and(
    filter.id && isAmong(exams.slug, filter.id),
    contains(sql`${exams.slug} || ' ' || ${exams.title}`, filter.q),
    filter.status && eq(exams.status, filter.status),
    filter.cloud && eq(exams.cloud, filter.cloud),
    filter.health && eq(exams.health_state, filter.health),
  )
}
