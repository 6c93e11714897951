import { and, eq, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../db/list-source.ts'
import type { Db } from '../../db/open.ts'
import { courses, entitlements, exams, labs } from '../../db/schema/index.ts'
import { entitlementState } from './state-sql.ts'

export const entitlementSource = {
  table: entitlements,
  id: sql`${entitlements.id}::text`,
  where: ({ id, kind }) => and(kind && eq(entitlements.kind, kind), id && isAmongUuids(entitlements.id, id)),
  keys: { created_at: [sql`${entitlements.created_at}`, sql`${entitlements.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    db
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
        ...cursor,
      })
      .from(entitlements)
      .leftJoin(courses, eq(courses.id, entitlements.course_id))
      .leftJoin(labs, eq(labs.id, entitlements.lab_id))
      .leftJoin(exams, eq(exams.id, entitlements.exam_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listUserEntitlements'>

export async function findExamId(db: Db, slug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: exams.id })
    .from(exams)
    .where(and(eq(exams.slug, slug), eq(exams.status, 'published')))
  return row?.id
}
