import { and, eq, isNull, sql } from 'drizzle-orm'
import { certificates } from '../../../db/schema/index.ts'
import type { Held, HeldContent } from '../../../extension-points/held-content.ts'

const certificatesOf = ({ user_id, course_id, exam_id }: Held) => {
  const { user_id: user, course_id: course, exam_id: exam } = certificates
  if (exam_id) return and(eq(user, user_id), eq(exam, exam_id))
  return course_id ? and(eq(user, user_id), eq(course, course_id), isNull(exam)) : sql`false`
}

/** Certificates move with the content they were earned in, so that they cannot be earned twice. Their printed contents do not change. */
export const certificateHoldings: HeldContent = {
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
