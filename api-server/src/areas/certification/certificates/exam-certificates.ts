import { recordAudit } from '../../../audit-log/record.ts'
import type { ExamCertificates } from '../../../ports/ports.ts'
import { findExam } from '../../catalogue/exams/index.ts'
import { findAccountById } from '../../platform/auth/index.ts'
import { findEarnedFacts, findLaterPass, prepareCertificate, queueRevokedWebhooks } from './issue.ts'
import * as queries from './queries.ts'

/** Public reason. Details of the conduct case stay between the candidate and us. */
const NO_LONGER = 'The result of the exam no longer stands.'

export const examCertificates: ExamCertificates = {
  async issue(tx, config, { user_id, exam_id }) {
    const exam = await findExam(tx, { id: exam_id })
    // Expert certificates belong to a course.
    const course = exam.course_id ? await queries.findCourse(tx, exam.course_id) : undefined
    if (!course) return false
    const owner = await findAccountById(tx, user_id)
    const issued = await queries.findIssued(tx, user_id, course.id, 'arte')
    const facts = issued
      ? await findLaterPass(tx, owner, course, issued)
      : await findEarnedFacts(tx, owner, course, 'arte', exam.slug)
    if (!facts) return false
    const insert = await prepareCertificate({ config }, owner, course, { type: 'arte', name: owner.full_name }, facts)
    return insert(tx)
  },
  async revoke(tx, { actor, address }, { user_id, exam_id }) {
    // The candidate may have passed another attempt at the same exam.
    if (await queries.findPassedAttempt(tx, user_id, exam_id)) return false
    const found = await queries.listValidOfExam(tx, user_id, exam_id)
    for (const { id } of found) {
      await queries.lockCertificate(tx, id)
      const after = await queries.updateCertificate(tx, id, { revoked: true, reason: NO_LONGER })
      await queries.saveVersion(tx, after, NO_LONGER, actor.id)
      await queueRevokedWebhooks(tx, [after], 'revoked')
      await recordAudit(tx, {
        actor,
        address,
        action: 'certificates.revoke',
        subject: { type: 'certificate', id },
        before: { revoked: false },
        after: { revoked: true },
        reason: NO_LONGER,
      })
    }
    return found.length > 0
  },
}
