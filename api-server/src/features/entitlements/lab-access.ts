import type { Db } from '../../db/open.ts'
import { type LabLesson, listLabLessons } from '../courses/service.ts'
import { type Access, readLedger } from './service.ts'

/** May this learner open the lab: by itself, or in a course that holds it? One answer for every call . */
export async function findLabAccess(db: Db, userId: string, labId: string): Promise<Access> {
  const lessons = await listLabLessons(db, [labId])
  const ledger = await readLedger(db, userId, targetsOf(labId, lessons))
  return judgeLabAccess(ledger, labId, lessons)
}

/** What opens a lab: itself, or each course that holds it. */
export const targetsOf = (lab: string, lessons: LabLesson[]) => [
  { lab },
  ...lessons.map((lesson) => ({ course: lesson.course_id, lab })),
]

export function judgeLabAccess(
  ledger: Awaited<ReturnType<typeof readLedger>>,
  labId: string,
  lessons: LabLesson[],
): Access {
  const answers = targetsOf(labId, lessons).map(ledger)
  return (
    answers.find((access) => access.granted) ??
    answers.find((access) => !access.granted && access.refusal.code !== 'not_entitled') ??
    answers.at(-1) ??
    ledger({ lab: labId })
  )
}
