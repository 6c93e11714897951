import { asc, eq, inArray, sql } from 'drizzle-orm'
import { certificateCorrections, certificates, certificateVersions } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'

const page = 'its public page goes on saying what it was, and that it was withdrawn'
const earlier = 'what it said before it was corrected'

const issued = personalColumns(certificates, {
  id: { exported: true, kept: page },
  user_id: { notExported: because.ours, erased: true },
  course_id: { notExported: because.ours, kept: page },
  exam_id: { notExported: because.ours, kept: page },
  attempt_id: { notExported: because.ours, erased: true },
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

const corrections = personalRows(certificateCorrections, {
  id: { notExported: because.ours },
  certificate_id: { exported: true },
  user_id: { notExported: because.ours },
  name: { exported: true },
  printed: { exported: true },
  reason: { exported: true },
  state: { exported: true },
  answer: { exported: true },
  decided_by: { notExported: because.administrator },
  decided_at: { exported: true },
  created_at: { exported: true },
})

export const certificateData: PersonalData = {
  name: 'certificates',
  tables: [issued, versions, corrections],
  erased:
    'Your requests to correct certificates, and your certificates: their pages say that they were withdrawn, unless you choose to leave them.',
  kept: 'The pages of your certificates with the name printed on them, only if you choose so.',
  async collect(db, { id }) {
    const mine = await db
      .select(issued.shown)
      .from(certificates)
      .where(eq(certificates.user_id, id))
      .orderBy(asc(certificates.issued_at))
    const asked = await db
      .select(corrections.shown)
      .from(certificateCorrections)
      .where(eq(certificateCorrections.user_id, id))
      .orderBy(asc(certificateCorrections.created_at))
    return { certificates: mine, corrections: asked }
  },
  async erase(tx, { id, keepCertificates }) {
    await tx.delete(certificateCorrections).where(eq(certificateCorrections.user_id, id))
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
    await tx.update(certificates).set({ user_id: null, attempt_id: null }).where(eq(certificates.user_id, id))
  },
}
