import type { Db } from '../../../db/open.ts'
import type { LabLesson } from '../courses/lab-lessons-sql.ts'
import { findLabWithLessons } from '../courses/service.ts'
import { type Access, type Ledger, readLedger } from './service.ts'

/** Whether the learner may open the lab, directly or through a course that contains it. */
export async function findLabAccess(db: Db, userId: string, slug: string): Promise<Access> {
  const [{ id, lessons }, ledger] = await Promise.all([findLabWithLessons(db, slug), readLedger(db, userId)])
  return decideLabAccess(ledger, id, lessons)
}

/** The targets that open a lab: the lab itself, and each course that contains it. */
const targetsOf = (lab: string, lessons: LabLesson[]) => [
  { lab },
  ...lessons.map((lesson) => ({ course: lesson.course_id, lab })),
]

export function decideLabAccess(ledger: Ledger, labId: string, lessons: LabLesson[]): Access {
  const decisions = targetsOf(labId, lessons).map(ledger.accessTo)
  return (
    decisions.find((access) => access.granted) ??
    decisions.find((access) => !access.granted && access.refusal.code !== 'not_entitled') ??
    decisions.at(-1) ??
    ledger.accessTo({ lab: labId })
  )
}
