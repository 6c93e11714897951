import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { assertNotYourself } from '../../../identity/require-access.ts'
import { findAccountByIdOrName, listIdsByUsername } from '../../platform/auth/index.ts'
import { courseTesters, findCourseFacts } from '../courses/index.ts'
import { listHaving, restoreCourseAccess, revokeCourseAccess } from './queries.ts'
import { grant } from './service.ts'
import { RESTORE_MINUTES } from './sql.ts'

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
    const { id: courseId } = await findCourseFacts(tx, slug)
    const user = await findAccountByIdOrName(tx, id)
    const at = await revokeCourseAccess(tx, user.id, courseId, { reason: REASON, undoable: true })
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
    const { id: courseId } = await findCourseFacts(tx, slug)
    const user = await findAccountByIdOrName(tx, id)
    assertNotYourself(actor, user.id)
    if (!(await restoreCourseAccess(tx, user.id, courseId)))
      throw new ApiError('conflict', `A removal can be undone for ${RESTORE_MINUTES} minutes. Send a voucher instead.`)
    const subject = { type: 'user', id: user.username }
    await recordAudit(tx, { actor, address, action: 'courses.restore_user', subject, after: { course: slug } })
  })
}

/**
 * Changes the beta testers of a course. Testers can see the beta and get access through the ledger. When they leave, they keep other
 * access to the course.
 */
export async function changeBetaTesters(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  slug: string,
  { add = [], remove = [] }: Output<'betaEdit'>,
): Promise<Output<'betaChange'>> {
  return db.transaction(async (tx) => {
    const course = await courseTesters.lockCourse(tx, slug)
    if (add.length > 0 && course.status === 'archived')
      throw new ApiError('conflict', 'This course is archived, so it cannot have beta testers.')
    const accounts = await listIdsByUsername(tx, [...new Set([...add, ...remove])])
    for (const name of add) assertNotYourself(actor, accounts.get(name) ?? '')
    const idsOf = (names: string[]) => names.flatMap((name) => accounts.get(name) ?? [])
    const having = new Set(await listHaving(tx, course.id, idsOf(add)))
    // In a published course, accounts with access gain nothing as testers. A beta opens only to testers, even for accounts with access.
    const joining = idsOf(add).filter((id) => course.status === 'beta' || !having.has(id))
    const joined = new Set(await courseTesters.add(tx, course.id, joining))
    const left = new Set(await courseTesters.remove(tx, course.id, idsOf(remove)))
    for (const userId of joined) if (!having.has(userId)) await grant(tx, { userId, course: course.id, source: 'beta' })
    for (const userId of left)
      await revokeCourseAccess(tx, userId, course.id, { reason: 'Your beta test has ended.', source: 'beta' })
    const named = (names: string[], isOf: (id: string | undefined) => boolean) =>
      [...new Set(names)].filter((name) => isOf(accounts.get(name)))
    const change = {
      added: named(add, (id) => id !== undefined && joined.has(id)),
      already_in: named(add, (id) => id !== undefined && !joined.has(id)),
      removed: named(remove, (id) => id !== undefined && left.has(id)),
      not_in: named(remove, (id) => id !== undefined && !left.has(id)),
      unknown: named([...add, ...remove], (id) => id === undefined),
    }
    if (joined.size + left.size > 0)
      await recordAudit(tx, {
        actor,
        address,
        action: 'courses.change_beta_testers',
        subject: { type: 'course', id: slug },
        after: { added: change.added, removed: change.removed },
      })
    return change
  })
}
