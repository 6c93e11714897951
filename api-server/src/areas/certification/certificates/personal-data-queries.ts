import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { certificates, certificateVersions } from '../../../db/schema/index.ts'
import type { ContentReferences, LearnerContent } from '../../../extension-points/content-references.ts'
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

const certificatesOf = ({ user_id, course_id, exam_id }: LearnerContent) => {
  const { user_id: user, course_id: course, exam_id: exam } = certificates
  if (exam_id) return and(eq(user, user_id), eq(exam, exam_id))
  return course_id ? and(eq(user, user_id), eq(course, course_id), isNull(exam)) : sql`false`
}

/** Certificates move with the content they were earned in, so that they cannot be earned twice. Their printed contents do not change. */
export const certificateReferences: ContentReferences = {
  async list(db, held) {
    const rows = await db
      .select({ id: certificates.id, title: certificates.title, name: certificates.name })
      .from(certificates)
      .where(certificatesOf(held))
      .orderBy(certificates.issued_at)
    return rows.map(({ id, title, name }) => ({
      what: `Certificate “${title}”, which prints ${name}`,
      is: 'progress',
      key: `certificate:${id}`,
    }))
  },
  async move(tx, held, to) {
    await tx.update(certificates).set({ user_id: to }).where(certificatesOf(held))
  },
}
