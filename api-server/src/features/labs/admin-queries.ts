import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { Db } from '../../db/open.ts'
import { type CloudName, type Level, labs } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { ListQuery } from '../../http/list-query.ts'

interface Filter {
  id?: string[]
  q?: string | undefined
  status?: 'draft' | 'published' | 'archived' | undefined
  cloud?: CloudName | undefined
  difficulty?: Level | undefined
}
export type LabSort = 'title' | 'slug' | 'status' | 'updated_at'

export async function listLabsForAdmin(db: Db, { filter, sort, from, limit }: ListQuery<Filter, LabSort>) {
  const where = and(
    filter.id && inArray(labs.slug, filter.id),
    contains(sql`(${labs.slug} || ' ' || lower(${labs.title}))`, filter.q),
    filter.status && eq(labs.status, filter.status),
    filter.cloud && eq(labs.cloud, filter.cloud),
    filter.difficulty && eq(labs.difficulty, filter.difficulty),
  )
  const order = sort.descending ? desc : asc
  const keys: Record<LabSort, SQL[]> = {
    title: [order(labs.title), order(labs.slug)],
    slug: [order(labs.slug)],
    status: [order(labs.status), order(labs.slug)],
    updated_at: [order(labs.updated_at), order(labs.slug)],
  }
  const data = await db
    .select({
      id: labs.slug,
      slug: labs.slug,
      title: labs.title,
      cloud: labs.cloud,
      status: labs.status,
      difficulty: labs.difficulty,
      duration_minutes: labs.duration_minutes,
      flags: sql<number>`(select count(*)::int from flags f where f.lab_id = "labs"."id" and f.archived_at is null)`,
      deployments: sql<number>`(select count(*)::int from deployments d where d.lab_id = "labs"."id")`,
      updated_at: labs.updated_at,
    })
    .from(labs)
    .where(where)
    .orderBy(...keys[sort.by])
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, labs, where)), from }
}

/** For pickers: every lab, drafts too. */
export const listLabChoices = (db: Db) =>
  db
    .select({ id: labs.id, slug: labs.slug, title: labs.title, status: labs.status })
    .from(labs)
    .orderBy(asc(labs.title), asc(labs.slug))
