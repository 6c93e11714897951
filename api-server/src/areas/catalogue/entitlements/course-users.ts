import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { assertNotYourself } from '../../../identity/not-yourself.ts'
import { findAccountByIdOrName } from '../../platform/auth/service.ts'
import { findCourseId } from '../courses/service.ts'
import { RESTORE_MINUTES, restoreCourseAccess, revokeCourseAccess } from './queries.ts'

interface CourseUser {
  /** Slug of the course. */
  slug: string
  /** Id or username of the learner. */
  id: string
}

const REASON = 'You were removed from this course.'

/** Revokes a learner's access to a course. Progress and earned results stay. */
export async function removeCourseUser(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  { slug, id }: CourseUser,
) {
  return db.transaction(async (tx) => {
    const course = await findCourseId(tx, slug)
    const user = await findAccountByIdOrName(tx, id)
    const at = await revokeCourseAccess(tx, user.id, course, { reason: REASON, undoable: true })
    if (!at) throw new ApiError('conflict', `${user.username} does not have this course.`)
    const subject = { type: 'user', id: user.username }
    await recordAudit(tx, { actor, address, action: 'courses.remove_user', subject, before: { course: slug } })
    return { restore_until: new Date(at.getTime() + RESTORE_MINUTES * 60_000).toISOString() }
  })
}

export async function restoreCourseUser(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  { slug, id }: CourseUser,
) {
  await db.transaction(async (tx) => {
    const course = await findCourseId(tx, slug)
    const user = await findAccountByIdOrName(tx, id)
    assertNotYourself(actor, user.id)
    if (!(await restoreCourseAccess(tx, user.id, course)))
      throw new ApiError(
        'conflict',
        `A removal can be undone for ${RESTORE_MINUTES} minutes. Give them a voucher instead.`,
      )
    const subject = { type: 'user', id: user.username }
    await recordAudit(tx, { actor, address, action: 'courses.restore_user', subject, after: { course: slug } })
  })
}
