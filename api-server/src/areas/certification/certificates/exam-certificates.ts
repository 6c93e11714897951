import { recordAudit } from '../../../audit-log/record.ts'
import type { ExamCertificates } from '../../../ports/ports.ts'
import { findExam } from '../../catalogue/exams/index.ts'
import { findAccount } from '../../platform/auth/index.ts'
import { findEarnedFacts, findSuccessor, prepareCertificate, queueRevokedWebhooks } from './issue.ts'
import * as queries from './queries.ts'

/** Public reason. Details of the conduct case stay between the candidate and us. */
const WITHDRAWN_RESULT = 'The exam result was withdrawn.'

export const examCertificates: ExamCertificates = {
  async issue(tx, config, { user_id, exam_id }) {
    const exam = await findExam(tx, { id: exam_id })
    // Expert certificates belong to a course.
    const course = exam.course_id ? await queries.findCourse(tx, exam.course_id) : undefined
    if (!course) return false
    const owner = await findAccount(tx, { id: user_id })
    const issued = await queries.findIssued(tx, user_id, course.id, 'arte')
    const facts = issued
      ? await findSuccessor(tx, owner, course, issued)
      : await findEarnedFacts(tx, owner, course, 'arte', exam.slug)
    if (!facts) return false
    const insert = await prepareCertificate({ config }, owner, course, { type: 'arte', name: owner.full_name }, facts)
    return insert(tx)
  },
  async revoke(tx, { actor, address }, { user_id, exam_id }) {
    const found = await queries.listUnsupported(tx, user_id, exam_id)
    for (const { id } of found) {
      await queries.lockCertificate(tx, id)
      const after = await queries.updateCertificate(tx, id, { revoked: true, reason: WITHDRAWN_RESULT })
      await queries.saveVersion(tx, after, WITHDRAWN_RESULT, actor.id)
      await queueRevokedWebhooks(tx, [after], 'revoked')
      await recordAudit(tx, {
        actor,
        address,
        action: 'certificates.revoke',
        subject: { type: 'certificate', id },
        before: { revoked: false },
        after: { revoked: true },
        reason: WITHDRAWN_RESULT,
      })
    }
    return found.length > 0
  },
}
