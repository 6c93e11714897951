import { asc, eq, or, sql } from 'drizzle-orm'
import { lookup } from '../../../db/duties.ts'
import { courses, exams, labs, vouchers, vouchersDuties } from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'
import { namesAddress } from '../../../extension-points/redact.ts'

const isGivenTo = (email: string) => sql`lower(${vouchers.recipient}) = ${email.toLowerCase()}`
const slug = sql<string>`coalesce(${lookup(vouchers.course_id, courses.slug)}, ${lookup(vouchers.lab_id, labs.slug)},
  ${lookup(vouchers.exam_id, exams.slug)})`

export const voucherSpecials: SpecialDuties = {
  async collect(db, { id, email }) {
    const mine = await db
      .select({
        bought_by_me: sql<boolean>`coalesce(${vouchers.owner_id} = ${id}, false)`,
        given_to_me: sql<boolean>`coalesce(${isGivenTo(email)}, false)`,
        ...vouchersDuties.shown,
        of: slug,
      })
      .from(vouchers)
      .where(or(eq(vouchers.owner_id, id), isGivenTo(email)))
      .orderBy(asc(vouchers.created_at))
    return { vouchers: mine }
  },
  ofAddress: {
    lists: [
      {
        what: 'Vouchers given to you',
        erasure: 'Your address will be removed. An unused voucher still works for anyone who has its code.',
        from: vouchers,
        shows: { at: vouchers.created_at, ...vouchersDuties.shown, of: slug },
        where: ({ email }) => isGivenTo(email),
      },
      {
        what: 'Notes about vouchers that mention your address',
        erasure: 'Your address will be removed.',
        from: vouchers,
        shows: { at: vouchers.created_at },
        where: ({ email }) => namesAddress(sql`concat_ws(' ', ${vouchers.note}, ${vouchers.reason})`, email),
      },
    ],
  },
}
