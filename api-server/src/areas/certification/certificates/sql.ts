import { type SQL, sql } from 'drizzle-orm'
import { certificates } from '../../../db/schema/index.ts'

/** Label of a certificate in lists. */
export const certificateLabel = sql<string>`(${certificates.name} || ' · ' || ${certificates.title})`

/** Subquery: the learner's newest valid certificate of the course or the exam in these columns. */
export const validCertificateId = (userId: SQL, courseId: SQL, examId: SQL) =>
  sql<string | null>`(select c.id from ${certificates} c where c.user_id = ${userId}
    and (c.course_id = ${courseId} or c.exam_id = ${examId})
    and c.withdrawn_at is null and c.revoked_at is null order by c.issued_at desc limit 1)`
