import { asc, eq, or, sql } from 'drizzle-orm'
import { courses, exams, labs, vouchers } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const voucherData: PersonalData = {
  name: 'vouchers',
  tables: ['vouchers'],
  kept: 'Vouchers, without your name: those of an order stay with it, and whoever was given one can still use it.',
  async collect(db, { id, email }) {
    // Codes are like cash, and other people’s addresses are theirs.
    const mine = await db
      .select({
        kind: vouchers.kind,
        of: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
        state: vouchers.state,
        bought_by_me: sql<boolean>`coalesce(${vouchers.owner_id} = ${id}, false)`,
        given_to_me: sql<boolean>`coalesce(lower(${vouchers.recipient}) = ${email.toLowerCase()}, false)`,
        uses: vouchers.uses,
        used: vouchers.used,
        expires_at: vouchers.expires_at,
        created_at: vouchers.created_at,
        activated_at: vouchers.activated_at,
      })
      .from(vouchers)
      .leftJoin(courses, eq(courses.id, vouchers.course_id))
      .leftJoin(labs, eq(labs.id, vouchers.lab_id))
      .leftJoin(exams, eq(exams.id, vouchers.exam_id))
      .where(or(eq(vouchers.owner_id, id), sql`lower(${vouchers.recipient}) = ${email.toLowerCase()}`))
      .orderBy(asc(vouchers.created_at))
    return { vouchers: mine }
  },
  async erase(tx, { id, email }) {
    await tx.update(vouchers).set({ owner_id: null }).where(eq(vouchers.owner_id, id))
    await tx.update(vouchers).set({ recipient: null }).where(sql`lower(${vouchers.recipient}) = ${email.toLowerCase()}`)
  },
}
