import { eq, inArray, sql } from 'drizzle-orm'
import { certificates, certificateVersions } from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'

export const certificateSpecials: SpecialDuties = {
  async erase(tx, { id, keepCertificates }) {
    if (keepCertificates) return
    const mine = tx.select({ id: certificates.id }).from(certificates).where(eq(certificates.user_id, id))
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
  },
}
