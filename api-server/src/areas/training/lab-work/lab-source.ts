import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf } from '../../../db/list-source.ts'
import { labs } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'

export const labSource = {
  table: labs,
  id: sql`${labs.slug}`,
  where: matching,
  keys: {
    title: [sql`${labs.title}`, sql`${labs.slug}`],
    slug: [sql`${labs.slug}`],
    status: [sql`${labs.status}`, sql`${labs.slug}`],
    health: [sql`${labs.health_state}`, sql`${labs.slug}`],
    updated_at: [sql`${labs.updated_at}`, sql`${labs.slug}`],
  },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: labs.slug,
        slug: labs.slug,
        title: labs.title,
        cloud: labs.cloud,
        status: labs.status,
        difficulty: labs.difficulty,
        duration_minutes: labs.duration_minutes,
        flags: sql<number>`(select count(*)::int from flags f where f.lab_id = "labs"."id" and f.archived_at is null)`,
        deployments: sql<number>`(select count(*)::int from deployments d where d.lab_id = "labs"."id" and d.test is null)`,
        health: labs.health,
        updated_at: labs.updated_at,
        ...cursor,
      })
      .from(labs)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listLabsForAdmin'>

function matching(filter: Output<'labFilter'>): SQL | undefined {
  return and(
    filter.id && isAmong(labs.slug, filter.id),
    contains(sql`${labs.slug} || ' ' || ${labs.title}`, filter.q),
    filter.status && eq(labs.status, filter.status),
    filter.health && eq(labs.health_state, filter.health),
    filter.cloud && eq(labs.cloud, filter.cloud),
    filter.difficulty && eq(labs.difficulty, filter.difficulty),
  )
}
