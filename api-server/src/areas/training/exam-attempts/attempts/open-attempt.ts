import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { findAccess } from '../../../catalogue/entitlements/service.ts'
import { findExamById } from '../../../catalogue/exams/service.ts'
import { insertAttempt, listAttempts } from './attempt-queries.ts'
import { canSchedule } from './can-schedule.ts'
import { isUsedUp } from './result.ts'

/** Creates the next attempt that the learner may book: the first with the purchase, voucher or grant, the following ones after the cooldown. Idempotent. */
export async function openAttempt(tx: Db, userId: string, examId: string): Promise<void> {
  const exam = await findExamById(tx, examId)
  const access = await findAccess(tx, userId, { exam: examId })
  const attempts = await listAttempts(tx, userId, examId)
  const { next } = canSchedule({ exam, access, attempts, now: await readNow(tx) })
  if (!next || !access.granted) return
  const entitlement_id = access.entitlement.id
  await insertAttempt(tx, { user_id: userId, exam_id: examId, entitlement_id, number: next.number })
}

/** Whether the learner has the exam and does not need to buy it. False if all attempts are used up, so that it can be bought again. */
export async function hasExam(db: Db, userId: string, examId: string): Promise<boolean> {
  const access = await findAccess(db, userId, { exam: examId })
  if (!access.granted) return false
  const exam = await findExamById(db, examId)
  return !isUsedUp(await listAttempts(db, userId, examId), access.entitlement.id, exam)
}
