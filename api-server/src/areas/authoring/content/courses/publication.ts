import type { Output } from '@flagyard/api-types/contract/operation'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import {
  assertSeen,
  cancelPublication,
  discardDraft,
  publish,
  revertRevision,
  schedulePublication,
} from '../../../catalogue/revisions/index.ts'
import { readCourseRecord } from './course-record.ts'
import { auditCourse, editCourse } from './edit-course.ts'
import { revisedCourse } from './revised-course.ts'

/** Publishes a course or its draft, immediately or at a planned time. */
export async function publishCourse(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  by: AuditActor,
  slug: string,
  { version, at, overwrite }: Output<'publication'>,
) {
  await editCourse(deps, slug, async (tx, course) => {
    await assertSeen(tx, revisedCourse, course.id, version)
    const publication = { by: by.actor.id, overwrite }
    if (at === undefined) {
      await publish(tx, revisedCourse, course, publication)
      return auditCourse(tx, by, 'courses.publish', slug)
    }
    await schedulePublication(tx, deps, revisedCourse, course, { ...publication, at: new Date(at) })
    await auditCourse(tx, by, 'courses.plan_publication', slug, { after: { at } })
  })
  return readCourseRecord(deps, by.actor, slug)
}

export async function cancelCoursePublication(deps: Pick<Deps, 'db'>, by: AuditActor, slug: string) {
  await editCourse(deps, slug, async (tx, { id }) => {
    const at = await cancelPublication(tx, revisedCourse, id)
    await auditCourse(tx, by, 'courses.cancel_publication', slug, { before: { at: at.toISOString() } })
  })
  return readCourseRecord(deps, by.actor, slug)
}

export async function discardCourseDraft(
  deps: Pick<Deps, 'db'>,
  by: AuditActor,
  slug: string,
  { version }: Output<'seenContent'>,
) {
  await editCourse(deps, slug, async (tx, { id }) => {
    await assertSeen(tx, revisedCourse, id, version)
    const parts = await discardDraft(tx, revisedCourse, id)
    await auditCourse(tx, by, 'courses.discard_draft', slug, { before: { parts } })
  })
  return readCourseRecord(deps, by.actor, slug)
}

export async function takeBackCourseRevision(
  deps: Pick<Deps, 'db'>,
  by: AuditActor,
  { slug, id }: { slug: string; id: string },
) {
  await editCourse(deps, slug, async (tx, course) => {
    if (!isUuid(id)) throw new ApiError('not_found', 'There is no such revision.')
    const number = await revertRevision(tx, revisedCourse, course, id, by.actor.id)
    await auditCourse(tx, by, 'courses.take_back', slug, { before: { revision: number } })
  })
  return readCourseRecord(deps, by.actor, slug)
}
