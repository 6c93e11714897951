import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { ListQuery } from '../../db/list.ts'
import type { Db } from '../../db/open.ts'
import { courses, entitlements, exams, labs } from '../../db/schema/index.ts'
import { type EntitlementRow, entitlementState } from './queries.ts'

interface Filter {
  id?: string[]
  kind?: EntitlementRow['kind'] | undefined
}

/** What the ledger says of one account, the newest first. */
export async function listEntitlementsOf(
  db: Db,
  userId: string,
  { filter, from, limit }: ListQuery<Filter, 'created_at'>,
) {
  const where = and(
    eq(entitlements.user_id, userId),
    filter.kind && eq(entitlements.kind, filter.kind),
    filter.id && inArray(sql`${entitlements.id}::text`, filter.id),
  )
  const data = await db
    .select({
      id: entitlements.id,
      kind: entitlements.kind,
      slug: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
      title: sql<string>`coalesce(${courses.title}, ${labs.title}, ${exams.title})`,
      source: entitlements.source,
      state: entitlementState,
      reason: entitlements.reason,
      starts_at: entitlements.starts_at,
      ends_at: entitlements.ends_at,
      created_at: entitlements.created_at,
    })
    .from(entitlements)
    .leftJoin(courses, eq(courses.id, entitlements.course_id))
    .leftJoin(labs, eq(labs.id, entitlements.lab_id))
    .leftJoin(exams, eq(exams.id, entitlements.exam_id))
    .where(where)
    .orderBy(desc(entitlements.created_at), desc(entitlements.id))
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, entitlements, where)), from }
}

export async function findExamId(db: Db, slug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: exams.id })
    .from(exams)
    .where(and(eq(exams.slug, slug), eq(exams.status, 'published')))
  return row?.id
}
