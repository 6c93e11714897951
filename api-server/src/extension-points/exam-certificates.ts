import type { Config } from '../config.ts'
import type { Tx } from '../db/open.ts'
import type { AuditActor } from '../identity/current-user.ts'

/** What exams ask of certificates, a feature above them; bound in the registry. Bulk work hands it on. */
export interface ExamCertificates {
  /** Issues the certificate of a passed exam, where it has one that is not issued yet. Tells whether it did. */
  issue(tx: Tx, config: Config, learner: { user_id: string; exam_id: string }): Promise<boolean>
  /** Revokes the certificate of an exam whose result no longer stands. Tells whether there was one. */
  revoke(tx: Tx, by: AuditActor, learner: { user_id: string; exam_id: string }): Promise<boolean>
}
