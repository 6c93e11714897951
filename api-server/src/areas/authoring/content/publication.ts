import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import { isUuid } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { courseNotFound } from '../../catalogue/courses/index.ts'
import * as revisions from '../../catalogue/revisions/index.ts'
import { lockCourse } from './courses/queries.ts'
import { revisedCourse } from './courses/revised-course.ts'
import { isLive } from './editor/documents.ts'
import { lockEdited } from './editor/queries.ts'
import { revisedExam, revisedLab } from './editor/revised.ts'
import { notFound, staleVersion, subjectOf } from './editor/save.ts'
import { findStoredExam } from './editor/stored-exam.ts'
import { findStoredLab } from './editor/stored-lab.ts'

const contents = { courses: revisedCourse, labs: revisedLab, exams: revisedExam } as const
type Kind = keyof typeof contents

/** Publishes a course, lab or exam, or its draft, immediately or at a planned time. */
export const publishContent = (
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  by: AuditActor,
  kind: Kind,
  slug: string,
  { version, at, overwrite }: Output<'publication'>,
) =>
  change(deps, by, kind, { slug, version }, async (tx, content, item) => {
    const publication = { by: by.actor.id, overwrite }
    if (at === undefined) {
      await revisions.publish(tx, content, item, publication)
      return { action: 'publish' }
    }
    await revisions.schedulePublication(tx, deps, content, item, { ...publication, at: new Date(at) })
    return { action: 'plan_publication', after: { at } }
  })

export const cancelPublication = (deps: Pick<Deps, 'db'>, by: AuditActor, kind: Kind, slug: string) =>
  change(deps, by, kind, { slug }, async (tx, content, { id }) => {
    const at = await revisions.cancelPublication(tx, content, id)
    return { action: 'cancel_publication', before: { at: at.toISOString() } }
  })

export const discardDraft = (
  deps: Pick<Deps, 'db'>,
  by: AuditActor,
  kind: Kind,
  slug: string,
  { version }: Output<'seenContent'>,
) =>
  change(deps, by, kind, { slug, version }, async (tx, content, { id }) => ({
    action: 'discard_draft',
    before: { parts: await revisions.discardDraft(tx, content, id) },
  }))

/** Undoes the latest revision of published content with a new revision. */
export const revertRevision = (
  deps: Pick<Deps, 'db'>,
  by: AuditActor,
  kind: Kind,
  { slug, id }: { slug: string; id: string },
) =>
  change(deps, by, kind, { slug }, async (tx, content, item) => {
    if (!isUuid(id)) throw new ApiError('not_found', 'There is no such revision.')
    const revision = await revisions.revertRevision(tx, content, item, id, by.actor.id)
    return { action: 'take_back', before: { revision } }
  })

interface Change {
  action: 'publish' | 'plan_publication' | 'cancel_publication' | 'discard_draft' | 'take_back'
  before?: unknown
  after?: unknown
}

const change = (
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  kind: Kind,
  seen: { slug: string; version?: number },
  apply: (tx: Tx, content: revisions.RevisedContent, item: revisions.RevisedItem) => Promise<Change>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await revisions.lockContentForEdit(tx)
    const { action, ...rest } = await apply(tx, contents[kind], await lockSeen(tx, kind, seen))
    await recordAudit(tx, { ...by, action: `${kind}.${action}`, subject: subjectOf(kind, seen.slug), ...rest })
  })

async function lockSeen(tx: Tx, kind: Kind, { slug, version }: { slug: string; version?: number }) {
  if (kind === 'courses') {
    const course = await lockCourse(tx, { slug })
    if (!course) throw courseNotFound(slug)
    if (version !== undefined) await revisions.assertSeen(tx, revisedCourse, course.id, version)
    return course
  }
  await lockEdited(tx, kind, slug)
  const found = kind === 'labs' ? await findStoredLab(tx, { slug }) : await findStoredExam(tx, { slug })
  if (!found) throw notFound(kind)
  if (version !== undefined && version !== found.version) throw staleVersion(kind)
  return { id: found.id, isLive: isLive(found.item.status) }
}
