import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import * as revisions from '../../../catalogue/revisions/index.ts'
import { isLive } from './documents.ts'
import { lockEdited } from './queries.ts'
import { revisedExam, revisedLab } from './revised.ts'
import { notFound, staleVersion, subjectOf } from './save.ts'
import { findStoredExam } from './stored-exam.ts'
import { findStoredLab } from './stored-lab.ts'

type Kind = 'labs' | 'exams'

const kinds = {
  labs: { content: revisedLab, find: findStoredLab },
  exams: { content: revisedExam, find: findStoredExam },
} as const

/** Publishes a lab or exam, or its draft, immediately or at a planned time. */
export const publishContent = (
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  by: AuditActor,
  kind: Kind,
  slug: string,
  { version, at, overwrite }: Output<'publication'>,
) =>
  editing(deps, kind, slug, version, async (tx, content, item) => {
    const publication = { by: by.actor.id, overwrite }
    if (at === undefined) {
      await revisions.publish(tx, content, item, publication)
      return audit(tx, by, kind, slug, 'publish')
    }
    await revisions.schedulePublication(tx, deps, content, item, { ...publication, at: new Date(at) })
    await audit(tx, by, kind, slug, 'plan_publication', { after: { at } })
  })

export const cancelContentPublication = (deps: Pick<Deps, 'db'>, by: AuditActor, kind: Kind, slug: string) =>
  editing(deps, kind, slug, undefined, async (tx, content, { id }) => {
    const at = await revisions.cancelPublication(tx, content, id)
    await audit(tx, by, kind, slug, 'cancel_publication', { before: { at: at.toISOString() } })
  })

export const discardContentDraft = (
  deps: Pick<Deps, 'db'>,
  by: AuditActor,
  kind: Kind,
  slug: string,
  { version }: Output<'seenContent'>,
) =>
  editing(deps, kind, slug, version, async (tx, content, { id }) => {
    await revisions.discardDraft(tx, content, id)
    await audit(tx, by, kind, slug, 'discard_draft')
  })

export const takeBackContentRevision = (
  deps: Pick<Deps, 'db'>,
  by: AuditActor,
  kind: Kind,
  { slug, id }: { slug: string; id: string },
) =>
  editing(deps, kind, slug, undefined, async (tx, content, item) => {
    if (!isUuid(id)) throw new ApiError('not_found', 'There is no such revision.')
    const number = await revisions.revertRevision(tx, content, item, id, by.actor.id)
    await audit(tx, by, kind, slug, 'take_back', { before: { revision: number } })
  })

const editing = (
  { db }: Pick<Deps, 'db'>,
  kind: Kind,
  slug: string,
  version: number | undefined,
  edit: (tx: Tx, content: revisions.RevisedContent, item: revisions.RevisedItem) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await revisions.lockContentForEdit(tx)
    await lockEdited(tx, kind, slug)
    const { content, find } = kinds[kind]
    const found = await find(tx, { slug })
    if (!found) throw notFound(kind)
    if (version !== undefined && version !== found.version) throw staleVersion(kind)
    await edit(tx, content, { id: found.id, isLive: isLive(found.item.status) })
  })

type Action = 'publish' | 'plan_publication' | 'cancel_publication' | 'discard_draft' | 'take_back'

const audit = (
  tx: Tx,
  { actor, address }: AuditActor,
  kind: Kind,
  slug: string,
  action: Action,
  change: { before?: unknown; after?: unknown } = {},
) => recordAudit(tx, { actor, address, action: `${kind}.${action}`, subject: subjectOf(kind, slug), ...change })
