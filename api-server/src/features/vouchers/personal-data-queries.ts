import { asc, eq, or, sql } from 'drizzle-orm'
import { courses, exams, labs, vouchers } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const usable = 'whoever was given the voucher can still use it'
const administrators = 'what administrators wrote for each other'

const bought = personalColumns(vouchers, {
  id: { notExported: because.ours, kept: usable },
  code: { notExported: 'a code is like cash', kept: usable },
  kind: { exported: true, kept: usable },
  course_id: { notExported: because.ours, kept: usable },
  lab_id: { notExported: because.ours, kept: usable },
  exam_id: { notExported: because.ours, kept: usable },
  order_id: { notExported: because.ours, kept: usable },
  seat: { notExported: because.ours, kept: usable },
  batch_id: { notExported: because.ours, kept: usable },
  owner_id: { notExported: 'told as whether I bought it', erased: true },
  organisation: { notExported: 'the company that paid, as its order tells', kept: 'a company, and no person' },
  recipient: { notExported: 'told as whether it was given to me; another’s address is theirs', erased: true },
  note: { notExported: administrators, kept: administrators },
  uses: { exported: true, kept: usable },
  used: { exported: true, kept: usable },
  state: { exported: true, kept: usable },
  expires_at: { exported: true, kept: usable },
  reason: { notExported: administrators, kept: administrators },
  created_at: { exported: true, kept: usable },
  activated_at: { exported: true, kept: usable },
  version: { notExported: because.work, kept: usable },
})

export const voucherData: PersonalData = {
  name: 'vouchers',
  tables: [bought],
  kept: 'Vouchers, without your name: those of an order stay with it, and whoever was given one can still use it.',
  async collect(db, { id, email }) {
    const mine = await db
      .select({
        ...bought.shown,
        of: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
        bought_by_me: sql<boolean>`coalesce(${vouchers.owner_id} = ${id}, false)`,
        given_to_me: sql<boolean>`coalesce(lower(${vouchers.recipient}) = ${email.toLowerCase()}, false)`,
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
