import type { Tx } from '../../../../db/open.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import * as courses from '../../../catalogue/courses/content.ts'
import { assertPublishable, publish, readState } from '../../../catalogue/revisions/service.ts'
import { auditCourse } from './edit-course.ts'
import type { HeldCourse } from './hold-queries.ts'
import { countEntitled } from './record-queries.ts'
import { revisedCourse } from './revised-course.ts'

/** Applies the status immediately, even while other changes wait in a draft. */
export async function changeStatus(
  tx: Tx,
  by: AuditActor,
  course: HeldCourse,
  status: HeldCourse['status'],
): Promise<void> {
  const { id, slug, isLive } = course
  const audit = (action: 'courses.publish' | 'courses.archive' | 'courses.update') =>
    auditCourse(tx, by, action, slug, { before: { status: course.status }, after: { status } })
  if (status === 'published' && !isLive) {
    await publish(tx, revisedCourse, course, { by: by.actor.id })
    return audit('courses.publish')
  }
  if (status === 'published') await assertPublishable(tx, revisedCourse, id, true)
  if (isLive && (status === 'draft' || status === 'beta')) await assertNobodyLearns(tx, id)
  await courses.updateCourse(tx, id, { status })
  await audit(status === 'archived' ? 'courses.archive' : 'courses.update')
}

async function assertNobodyLearns(tx: Tx, id: string): Promise<void> {
  if ((await countEntitled(tx, id)) > 0)
    throw new ApiError(
      'conflict',
      'Learners have this course. Archive it: then nobody new can buy it, and they keep it.',
    )
  if ((await readState(tx, revisedCourse, id)).draft)
    throw new ApiError('conflict', 'This course has changes that are not published. Publish or discard them first.')
}
