import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'

/** Port to certificates, a higher-level feature; bound in the registry. */
export interface IssuedCertificates {
  /** The learner's newest certificate of the course with this slug; null without one. */
  findId(db: Db, userId: string, course: string): Promise<string | null>
  /** Subquery: the learner's newest valid certificate of the course or the exam in these columns. */
  validId(userId: SQL, courseId: SQL, examId: SQL): SQL<string | null>
  /** Certificates of these people for these courses and exams; oldest first. Excludes withdrawn ones. */
  listEarned(db: Db, earned: EarnedBy): Promise<object[]>
}

export interface EarnedBy {
  users: string[]
  courses: string[]
  exams: string[]
  limit: number
}
