import { asc, eq, inArray, sql } from 'drizzle-orm'
import { certificates, certificateVersions } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const certificateData: PersonalData = {
  name: 'certificates',
  tables: ['certificates', 'certificate_versions'],
  erased: 'Your certificates: their pages say that they were withdrawn, unless you choose to leave them.',
  kept: 'The pages of your certificates with the name printed on them, only if you choose so.',
  async collect(db, { id }) {
    const issued = await db
      .select()
      .from(certificates)
      .where(eq(certificates.user_id, id))
      .orderBy(asc(certificates.issued_at))
    return { certificates: issued.map(({ user_id: _mine, course_id: _course, exam_id: _exam, ...row }) => row) }
  },
  async erase(tx, { id, keepCertificates }) {
    const mine = tx.select({ id: certificates.id }).from(certificates).where(eq(certificates.user_id, id))
    if (!keepCertificates) {
      await tx.delete(certificateVersions).where(inArray(certificateVersions.certificate_id, mine))
      await tx
        .update(certificates)
        .set({
          name: 'Erased',
          company: null,
          reason: null,
          withdrawn_at: sql`coalesce(${certificates.withdrawn_at}, now())`,
        })
        .where(eq(certificates.user_id, id))
    }
    await tx.update(certificates).set({ user_id: null }).where(eq(certificates.user_id, id))
  },
}
