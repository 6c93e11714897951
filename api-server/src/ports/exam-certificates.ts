import type { Config } from '../config.ts'
import type { Tx } from '../db/open.ts'
import type { AuditActor } from '../identity/current-user.ts'

/** Port to certificates, a feature above exams; bound in the registry. Bulk actions pass it on. */
export interface ExamCertificates {
  /** Issues the certificate of a passed exam, if it has one that was not issued yet. Returns whether it did. */
  issue(tx: Tx, config: Config, learner: { user_id: string; exam_id: string }): Promise<boolean>
  /** Revokes the certificate of an exam whose result is no longer valid. Returns whether there was one. */
  revoke(tx: Tx, by: AuditActor, learner: { user_id: string; exam_id: string }): Promise<boolean>
}
