import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import * as courses from '../../../catalogue/courses/content.ts'
import { deleteHistory } from '../../../catalogue/revisions/service.ts'
import { listWithHistory } from '../queries.ts'
import { DETAILS } from './documents.ts'
import { auditCourse, auditedChange, editCourse } from './edit-course.ts'
import { countEntitled } from './record-queries.ts'
import { revisedCourse } from './revised-course.ts'

/** Deletes a course that has no learner history. */
export async function deleteCourse(deps: Pick<Deps, 'db'>, by: AuditActor, slug: string): Promise<void> {
  await editCourse(deps, slug, async (tx, { id }) => {
    const kept = await listWithHistory(tx, 'courses', [id])
    if (kept.size > 0) throw cannotDelete(await countEntitled(tx, id))
    const details = (await revisedCourse.readParts(tx, id, [DETAILS])).get(DETAILS) ?? {}
    await courses.deleteCourses(tx, [id])
    await deleteHistory(tx, { kind: 'courses', id })
    await auditCourse(tx, by, 'courses.delete', slug, { before: auditedChange(undefined, details).after })
  })
}

function cannotDelete(learners: number): ApiError {
  const who = learners === 1 ? '1 learner has' : `${learners} learners have`
  const because =
    learners > 0
      ? `${who} this course.`
      : 'This course has a history: somebody bought it, tested it or learned with it, or a bundle or an exam names it.'
  return new ApiError('conflict', `${because} Archive it instead: then it is no longer sold, and nothing is lost.`, {
    extra: { archive_instead: true, learners },
  })
}
