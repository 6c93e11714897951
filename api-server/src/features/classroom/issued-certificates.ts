import type { Db } from '../../db/open.ts'

/** Port to certificates, a feature above this one; bound in the registry. */
export interface IssuedCertificates {
  /** The learner's newest certificate of the course; null without one. */
  findId(db: Db, userId: string, courseId: string): Promise<string | null>
}
