import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { courseNotFound } from '../../../catalogue/courses/content.ts'
import { shareContent } from '../../../catalogue/revisions/service.ts'
import { audited, differencesOf } from '../compare.ts'
import { type HeldCourse, holdCourse } from './hold-queries.ts'

export function editCourse<T>(
  { db }: Pick<Deps, 'db'>,
  slug: string,
  edit: (tx: Tx, course: HeldCourse) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await shareContent(tx)
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
