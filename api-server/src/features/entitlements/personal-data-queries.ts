import { asc, eq, sql } from 'drizzle-orm'
import { courses, entitlements, exams, labs } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const ledger = personalRows(entitlements, {
  id: { notExported: because.ours },
  user_id: { notExported: because.ours },
  kind: { exported: true },
  course_id: { notExported: 'told by its name' },
  lab_id: { notExported: 'told by its name' },
  exam_id: { notExported: 'told by its name' },
  source: { exported: true },
  order_id: { notExported: because.ours },
  voucher_id: { notExported: because.ours },
  starts_at: { exported: true },
  ends_at: { exported: true },
  suspended_at: { exported: true },
  revoked_at: { exported: true },
  removed_at: { notExported: because.work },
  shares_effort: { exported: true },
  reason: { exported: true },
  earlier_reasons: { exported: true },
  created_at: { exported: true },
  version: { notExported: because.work },
})

export const entitlementData: PersonalData = {
  name: 'access',
  tables: [ledger],
  erased: 'Your access to courses, labs and exams, whether or not it has run out.',
  async collect(db, { id }) {
    const access = await db
      .select({ of: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`, ...ledger.shown })
      .from(entitlements)
      .leftJoin(courses, eq(courses.id, entitlements.course_id))
      .leftJoin(labs, eq(labs.id, entitlements.lab_id))
      .leftJoin(exams, eq(exams.id, entitlements.exam_id))
      .where(eq(entitlements.user_id, id))
      .orderBy(asc(entitlements.created_at))
    return { access }
  },
  async erase(tx, { id }) {
    await tx.delete(entitlements).where(eq(entitlements.user_id, id))
  },
}
