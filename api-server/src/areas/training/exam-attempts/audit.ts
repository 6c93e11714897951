import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { type Change, recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'

interface Candidate {
  user: { username: string }
  exam: { slug: string }
}

/** Records a change of a candidate's exam in the audit log. The exam is added to both states. */
export const auditExam = (
  tx: Db,
  { user, exam }: Candidate,
  by: Pick<Change, 'actor' | 'address' | 'reason'>,
  action: AuditAction,
  { before, after, ...change }: { before?: object; after: object; reason?: string },
): Promise<void> =>
  recordAudit(tx, {
    ...by,
    ...change,
    action,
    subject: { type: 'user', id: user.username },
    ...(before && { before: { exam: exam.slug, ...before } }),
    after: { exam: exam.slug, ...after },
  })
