import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { entitlements, lessons } from '../../../db/schema/index.ts'
import type { EntitlementRow } from './queries.ts'

/** Labs whose progress belongs to the entitlement. Excludes labs that another entitlement also opens to the learner. */
export async function listHeldLabs(db: Db, { id, user_id, course_id, lab_id }: HeldRow): Promise<string[]> {
  if (!course_id && !lab_id) return []
  const held = lab_id
    ? sql`select ${lab_id}::uuid as lab_id`
    : sql`select distinct l.lab_id from ${lessons} l where l.course_id = ${course_id}::uuid and l.lab_id is not null`
  const opensToo = sql`select 1 from ${entitlements} e where e.user_id = ${user_id}::uuid and e.id <> ${id}::uuid and e.revoked_at is null
    and (e.lab_id = held.lab_id or e.course_id in
      (select l.course_id from ${lessons} l where l.lab_id = held.lab_id and l.archived_at is null))`
  const rows = await db
    .select({ lab_id: sql<string>`held.lab_id` })
    .from(sql`(${held}) held`)
    .where(sql`not exists (${opensToo})`)
  return rows.map((row) => row.lab_id)
}

type HeldRow = Pick<EntitlementRow, 'id' | 'user_id' | 'course_id' | 'lab_id'>

/** Another row of the learner for the same content that is not revoked, or another row from the same voucher. */
export async function findOther(db: Db, row: EntitlementRow, userId: string): Promise<EntitlementRow | undefined> {
  const { id, course_id, lab_id, exam_id, voucher_id } = row
  const { course_id: course, lab_id: lab, exam_id: exam } = entitlements
  const isSame = course_id ? eq(course, course_id) : lab_id ? eq(lab, lab_id) : eq(exam, exam_id ?? '')
  const isOpenToo = and(isSame, isNull(entitlements.revoked_at))
  const isSameVoucher = voucher_id ? eq(entitlements.voucher_id, voucher_id) : sql`false`
  const [other] = await db
    .select()
    .from(entitlements)
    .where(and(eq(entitlements.user_id, userId), ne(entitlements.id, id), sql`(${isOpenToo} or ${isSameVoucher})`))
    .limit(1)
  return other
}
