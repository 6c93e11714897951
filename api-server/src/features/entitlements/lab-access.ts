import type { Db } from '../../db/open.ts'
import { type LabLesson, listLabLessons } from '../courses/service.ts'
import { type Access, type Ledger, readLedger } from './service.ts'

/** Whether the learner may open the lab, by itself or through a course that contains it. */
export async function findLabAccess(db: Db, userId: string, labId: string): Promise<Access> {
  const lessons = await listLabLessons(db, [labId])
  const ledger = await readLedger(db, userId)
  return decideLabAccess(ledger, labId, lessons)
}

/** The targets that open a lab: the lab itself, and each course that contains it. */
const targetsOf = (lab: string, lessons: Pick<LabLesson, 'course_id'>[]) => [
  { lab },
  ...lessons.map((lesson) => ({ course: lesson.course_id, lab })),
]

export function decideLabAccess(ledger: Ledger, labId: string, lessons: Pick<LabLesson, 'course_id'>[]): Access {
  const decisions = targetsOf(labId, lessons).map(ledger.accessTo)
  return (
    decisions.find((access) => access.granted) ??
    decisions.find((access) => !access.granted && access.refusal.code !== 'not_entitled') ??
    decisions.at(-1) ??
    ledger.accessTo({ lab: labId })
  )
}
