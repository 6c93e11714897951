import { asc, eq, inArray, sql } from 'drizzle-orm'
import { certificates, certificateVersions } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'

const page = 'its public page goes on saying what it was, and that it was withdrawn'
const earlier = 'what it said before it was corrected'

const issued = personalColumns(certificates, {
  id: { exported: true, kept: page },
  user_id: { notExported: because.ours, erased: true },
  course_id: { notExported: because.ours, kept: page },
  exam_id: { notExported: because.ours, kept: page },
  type: { exported: true, kept: page },
  version: { exported: true, kept: page },
  name: { exported: true, erased: true },
  title: { exported: true, kept: page },
  company: { exported: true, erased: true },
  points: { exported: true, kept: page },
  hours: { exported: true, kept: page },
  outcomes: { exported: true, kept: page },
  issued_at: { exported: true, kept: page },
  valid_until: { exported: true, kept: page },
  revoked_at: { exported: true, kept: page },
  withdrawn_at: { exported: true, kept: page },
  reason: { exported: true, erased: true },
})
const versions = personalRows(certificateVersions, {
  certificate_id: { notExported: earlier },
  version: { notExported: earlier },
  snapshot: { notExported: earlier },
  reason: { notExported: earlier },
  actor_id: { notExported: because.administrator },
  at: { notExported: earlier },
})

export const certificateData: PersonalData = {
  name: 'certificates',
  tables: [issued, versions],
  erased: 'Your certificates: their pages say that they were withdrawn, unless you choose to leave them.',
  kept: 'The pages of your certificates with the name printed on them, only if you choose so.',
  async collect(db, { id }) {
    const mine = await db
      .select(issued.shown)
      .from(certificates)
      .where(eq(certificates.user_id, id))
      .orderBy(asc(certificates.issued_at))
    return { certificates: mine }
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
