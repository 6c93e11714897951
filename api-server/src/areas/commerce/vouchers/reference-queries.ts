import { and, eq, sql } from 'drizzle-orm'
import { courses, exams, labs, vouchers } from '../../../db/schema/index.ts'
import type { ContentReferences } from '../../../extension-points/content-references.ts'

/** Voucher that opened an entitlement. It stays used, even if the entitlement moves to another account. */
export const voucherReferences: ContentReferences = {
  async list(db, { voucher_id }) {
    if (!voucher_id) return []
    const rows = await db
      .select({ end: sql<string>`right(${vouchers.code}, 5)`, state: vouchers.state })
      .from(vouchers)
      .where(eq(vouchers.id, voucher_id))
    return rows.map(({ end, state }) => ({
      what: `Voucher …${end}, ${state}`,
      is: 'record',
      key: `voucher:${voucher_id}:${state}`,
    }))
  },
  async pending(db, { user_id, email, kind, slug }) {
    const contents = { course: courses, lab: labs, exam: exams }[kind]
    const target = { course: vouchers.course_id, lab: vouchers.lab_id, exam: vouchers.exam_id }[kind]
    const rows = await db
      .select({ id: vouchers.id, isTheirs: sql<boolean>`lower(${vouchers.recipient}) = ${email.toLowerCase()}` })
      .from(vouchers)
      .where(
        and(
          eq(vouchers.state, 'available'),
          sql`coalesce(${vouchers.expires_at} > now(), true)`,
          sql`${target} = (select c.id from ${contents} c where c.slug = ${slug})`,
          sql`(lower(${vouchers.recipient}) = ${email.toLowerCase()} or (${vouchers.owner_id} = ${user_id}::uuid and ${vouchers.recipient} is null))`,
        ),
      )
      .orderBy(vouchers.created_at)
      .limit(20)
    return rows.map(({ id, isTheirs }) => ({
      resource: 'vouchers' as const,
      id,
      what: isTheirs
        ? 'A voucher sent to this person is unused'
        : 'A voucher bought by this person is unused and was not sent',
    }))
  },
}
