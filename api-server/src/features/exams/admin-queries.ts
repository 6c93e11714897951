import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { Db } from '../../db/open.ts'
import { type CloudName, exams } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { ListQuery } from '../../http/list-query.ts'

interface Filter {
  id?: string[]
  q?: string | undefined
  status?: 'draft' | 'published' | 'archived' | undefined
  cloud?: CloudName | undefined
}
export type ExamSort = 'title' | 'slug' | 'status' | 'updated_at'

const price = sql<{
  amount: number
  currency: string
}>`json_build_object('amount', ${exams.price_amount}, 'currency', ${exams.price_currency})`

export async function listExamsForAdmin(db: Db, { filter, sort, from, limit }: ListQuery<Filter, ExamSort>) {
  const where = and(
    filter.id && inArray(exams.slug, filter.id),
    contains(sql`(${exams.slug} || ' ' || lower(${exams.title}))`, filter.q),
    filter.status && eq(exams.status, filter.status),
    filter.cloud && eq(exams.cloud, filter.cloud),
  )
  const order = sort.descending ? desc : asc
  const keys: Record<ExamSort, SQL[]> = {
    title: [order(exams.title), order(exams.slug)],
    slug: [order(exams.slug)],
    status: [order(exams.status), order(exams.slug)],
    updated_at: [order(exams.updated_at), order(exams.slug)],
  }
  const data = await db
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
      updated_at: exams.updated_at,
    })
    .from(exams)
    .where(where)
    .orderBy(...keys[sort.by])
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, exams, where)), from }
}

/** For pickers: every exam, drafts too. */
export const listExamChoices = (db: Db) =>
  db
    .select({ id: exams.id, slug: exams.slug, title: exams.title, status: exams.status })
    .from(exams)
    .orderBy(asc(exams.title), asc(exams.slug))
