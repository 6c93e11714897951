import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { courseContent, courseNotFound } from '../../../catalogue/courses/index.ts'
import { deleteHistory, lockContentForEdit } from '../../../catalogue/revisions/index.ts'
import { audited, differencesOf } from '../compare.ts'
import { listWithHistory } from '../queries.ts'
import { DETAILS } from './documents.ts'
import { countEntitled, type HeldCourse, holdCourse } from './queries.ts'
import { revisedCourse } from './revised-course.ts'

export function editCourse<T>(
  { db }: Pick<Deps, 'db'>,
  slug: string,
  edit: (tx: Tx, course: HeldCourse) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await lockContentForEdit(tx)
    const course = await holdCourse(tx, { slug })
    if (!course) throw courseNotFound(slug)
    return edit(tx, course)
  })
}

export const auditCourse = (
  tx: Tx,
  { actor, address }: AuditActor,
  action: AuditAction,
  slug: string,
  { before, after }: { before?: unknown; after?: unknown } = {},
) => recordAudit(tx, { actor, address, action, subject: { type: 'course', id: slug }, before, after })

/** Audit values of a changed part. Keys of a lesson are prefixed with its place in the course. */
export function auditedChange(before: object | undefined, after: object, place?: string) {
  const differences = differencesOf(before, after).map((each) =>
    place ? { ...each, key: `${place}/${each.key}` } : each,
  )
  return { before: audited(differences, 'before'), after: audited(differences, 'after') }
}

/** Deletes a course that has no learner history. */
export async function deleteCourse(deps: Pick<Deps, 'db'>, by: AuditActor, slug: string): Promise<void> {
  await editCourse(deps, slug, async (tx, { id }) => {
    const kept = await listWithHistory(tx, 'courses', [id])
    if (kept.size > 0) throw cannotDelete(await countEntitled(tx, id))
    const details = (await revisedCourse.readParts(tx, id, [DETAILS])).get(DETAILS) ?? {}
    await courseContent.courses.delete(tx, [id])
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
