import type { Db } from '../../db/open.ts'

/** What a classroom asks of certificates, which stand above it: the registry binds it. */
export interface IssuedCertificates {
  /** The newest certificate of this course that the learner holds; null without one. */
  findId(db: Db, userId: string, courseId: string): Promise<string | null>
}
