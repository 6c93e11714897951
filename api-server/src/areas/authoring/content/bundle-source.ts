import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import { bundles } from '../../../db/schema/index.ts'

export const bundleSource = {
  table: bundles,
  id: sql`${bundles.slug}`,
  where: matching,
  keys: {
    title: [sql`${bundles.title}`, sql`${bundles.slug}`],
    slug: [sql`${bundles.slug}`],
    status: [sql`${bundles.status}`, sql`${bundles.slug}`],
    price: [sql`${bundles.price_amount}`, sql`${bundles.slug}`],
    updated_at: [sql`${bundles.updated_at}`, sql`${bundles.slug}`],
  },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: bundles.slug,
          slug: bundles.slug,
          title: bundles.title,
          status: bundles.status,
          price: { amount: bundles.price_amount, currency: bundles.price_currency },
          courses: sql<number>`(select count(*)::int from bundle_courses m where m.bundle_id = "bundles"."id")`,
          sold: sql<number>`(select coalesce(sum(o.quantity), 0)::int from orders o
          where o.target_id = "bundles"."id" and o.paid_at is not null)`,
          updated_at: bundles.updated_at,
          ...slice.cursor,
        })
        .from(bundles),
      slice,
    ),
} satisfies ListSourceOf<'listBundlesForAdmin'>

function matching(filter: Output<'bundleFilter'>): SQL | undefined {
  return and(
    filter.id && isAmong(bundles.slug, filter.id),
    contains(sql`${bundles.slug} || ' ' || ${bundles.title}`, filter.q),
    filter.status && eq(bundles.status, filter.status),
  )
}
