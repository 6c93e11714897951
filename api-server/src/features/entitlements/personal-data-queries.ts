import { asc, eq, sql } from 'drizzle-orm'
import { courses, entitlements, exams, labs } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const entitlementData: PersonalData = {
  name: 'access',
  tables: ['entitlements'],
  erased: 'Your access to courses, labs and exams, whether or not it has run out.',
  async collect(db, { id }) {
    const access = await db
      .select({
        kind: entitlements.kind,
        of: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
        source: entitlements.source,
        starts_at: entitlements.starts_at,
        ends_at: entitlements.ends_at,
        suspended_at: entitlements.suspended_at,
        revoked_at: entitlements.revoked_at,
        reason: entitlements.reason,
      })
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
