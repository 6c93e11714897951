import type { Db } from '../../../../db/open.ts'
import { findAccess } from '../../../catalogue/entitlements/service.ts'
import { findExamById } from '../../../catalogue/exams/service.ts'
import { listAttempts } from './attempt-queries.ts'
import { isUsedUp } from './result.ts'

/** Whether the learner has the exam and does not need to buy it. False if all attempts are used up, so that it can be bought again. */
export async function hasExam(db: Db, userId: string, examId: string): Promise<boolean> {
  const access = await findAccess(db, userId, { exam: examId })
  if (!access.granted) return false
  const exam = await findExamById(db, examId)
  return !isUsedUp(await listAttempts(db, userId, examId), access.entitlement.id, exam)
}
