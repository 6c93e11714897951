import type { FieldError } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { reserved, slug as slugSchema } from '@flagyard/api-types/contract/fields'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import {
  deleteHistory,
  lockContentForEdit,
  publish,
  type RevisedContent,
  readState,
  savePart,
} from '../../../catalogue/revisions/index.ts'
import { audited, differencesOf } from '../compare.ts'
import { type Kind, singular, withArticle } from '../model.ts'
import { hasHistory, listHistory } from '../queries.ts'
import { documentOf, isLive, WHOLE } from './documents.ts'
import { type Edited, lockEdited } from './queries.ts'

interface Item {
  slug: string
  status: 'draft' | 'published' | 'archived'
}

interface Stored<T> {
  id: string
  version: number
  item: T
}

/** How to read, change and write one kind of content. */
export interface Editor<T extends Item, Outcome> {
  kind: Edited
  /** Set if the kind changes by revisions once it is published. Otherwise changes apply immediately. */
  revised?: {
    content: RevisedContent
    /** Counts as an edit: increments the version. */
    update(tx: Tx, id: string, change: { status?: T['status'] }): Promise<void>
  }
  find(tx: Tx): Promise<Stored<T> | undefined>
  /** Returns the complete new item. Throws if the change is invalid. */
  change(tx: Tx, before: Stored<T> | undefined): Promise<T>
  /** Unmet publication requirements. With `wasPublished`, only those without which the item would be unusable. */
  missing(tx: Tx, id: string | undefined, wanted: T, wasPublished: boolean): Promise<FieldError[]>
  write(tx: Tx, id: string, wanted: T): Promise<Outcome>
}

/**
 * Creates or changes one item in one transaction, with the same model, columns and audit format as a file import. Takes the lock that editors share
 * and imports wait for, so that neither overwrites the other. Undefined if nothing changed.
 */
export async function saveContent<T extends Item, Outcome>(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  { slug, version }: { slug: string; version: number | undefined },
  editor: Editor<T, Outcome>,
): Promise<Outcome | undefined> {
  const { kind, revised } = editor
  return db.transaction(async (tx) => {
    await lockContentForEdit(tx)
    await lockEdited(tx, kind, slug)
    const before = await editor.find(tx)
    assertVersion(kind, slug, version, before?.version)
    const wanted = await editor.change(tx, before)
    const differences = differencesOf(before?.item, wanted).filter(({ key }) => !isBookkeeping(key))
    if (before && differences.length === 0) return undefined
    const audit = (action: AuditAction) =>
      recordAudit(tx, {
        actor,
        address,
        action,
        subject: subjectOf(kind, slug),
        before: before ? audited(differences, 'before') : null,
        after: audited(differences, 'after'),
      })
    const isArchived = wanted.status === 'archived' && before?.item.status !== 'archived'
    if (revised && before && isLive(before.item.status)) {
      await changeLive(tx, editor, { ...revised, by: actor.id }, before, wanted)
      const isDraft = differences.some(({ key }) => key !== 'status')
      await audit(`${kind}.${isArchived ? 'archive' : isDraft ? 'save_draft' : 'update'}` as AuditAction)
      return undefined
    }
    await assertPublishable(editor, tx, before, wanted)
    const id = before?.id ?? crypto.randomUUID()
    const opens = revised !== undefined && wanted.status === 'published'
    const outcome = await editor.write(tx, id, opens ? { ...wanted, status: 'draft' } : wanted)
    if (opens) await publish(tx, revised.content, { id, isLive: false }, { by: actor.id })
    await audit(
      `${kind}.${before === undefined ? 'create' : isArchived ? 'archive' : opens ? 'publish' : 'update'}` as AuditAction,
    )
    return outcome
  })
}

/** Ids and sizes are omitted from the audit log. */
const isBookkeeping = (key: string) => /(^|\/)id$|^sizes/.test(key)

/** Changes a published item: edits go to the draft, and only the status takes effect immediately. */
async function changeLive<T extends Item, Outcome>(
  tx: Tx,
  editor: Editor<T, Outcome>,
  { content, update, by }: NonNullable<Editor<T, Outcome>['revised']> & { by: string },
  { id, item }: Stored<T>,
  wanted: T,
): Promise<void> {
  const [before, after] = [documentOf(item), documentOf(wanted)]
  await savePart(
    tx,
    content,
    { id, isLive: true },
    {
      part: WHOLE,
      version: content.versionOf(WHOLE, before),
      by,
      change: () => after,
    },
  )
  if (wanted.status === item.status) return update(tx, id, {})
  if (wanted.status === 'draft') await assertNobodyUses(tx, editor.kind, content, id)
  if (wanted.status === 'published') await assertPublishable(editor, tx, { id, version: 0, item }, wanted)
  await update(tx, id, { status: wanted.status })
}

async function assertNobodyUses(tx: Tx, kind: Edited, content: RevisedContent, id: string): Promise<void> {
  if (await hasHistory(tx, kind, id))
    throw new ApiError('conflict', `People have this ${singular[kind]}, or a course contains it. Archive it instead.`)
  if ((await readState(tx, content, id)).draft)
    throw new ApiError('conflict', 'It has changes that are not published. Publish or discard them first.')
}

function assertVersion(kind: Edited, slug: string, given: number | undefined, stored: number | undefined) {
  const name = withArticle(singular[kind])
  if (stored === undefined) {
    if (given !== undefined) throw notFound(kind)
    if (!slugSchema.safeParse(slug).success) throw invalidField('slug', 'Use a–z, 0–9 and dashes, up to 64 characters')
    if (reserved.some((word) => word === slug))
      throw invalidField('slug', `${slug} is part of an address: choose another slug`)
  } else if (given === undefined)
    throw new ApiError('conflict', `There is already ${name} called ${slug}.`, {
      errors: [{ field: 'slug', message: `There is already ${name} of this name` }],
    })
  else if (given !== stored) throw staleVersion(kind)
}

export const staleVersion = (kind: Edited) =>
  new ApiError('stale_version', `Someone else changed this ${singular[kind]} in the meantime. Please reload it.`)

async function assertPublishable<T extends Item, Outcome>(
  { kind, missing }: Editor<T, Outcome>,
  tx: Tx,
  before: Stored<T> | undefined,
  wanted: T,
) {
  if (wanted.status !== 'published') return
  const wasPublished = before !== undefined && isLive(before.item.status)
  const found = await missing(tx, before?.id, wanted, wasPublished)
  if (found.length === 0) return
  const what = wasPublished ? `This ${singular[kind]} is published` : `This ${singular[kind]} cannot be published yet`
  throw new ApiError('invalid', `${what}. ${found.map(({ message }) => message).join(' ')}`, { errors: found })
}

export const notFound = (kind: Kind) => new ApiError('not_found', `There is no such ${singular[kind]}.`)

export const subjectOf = (kind: Kind, slug: string) => ({ type: singular[kind], id: slug })

/** Deletes an item that has no learner history; otherwise fails and lists the kinds of history. */
export const deleteContent = (
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  kind: Edited,
  slug: string,
  find: (tx: Tx) => Promise<{ id: string; item: { title: string } } | undefined>,
  remove: (tx: Tx, ids: string[]) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockContentForEdit(tx)
    await lockEdited(tx, kind, slug)
    const stored = await find(tx)
    if (!stored) throw notFound(kind)
    const reasons = [...new Set((await listHistory(tx, kind, stored.id)).map((table) => words[table] ?? 'it was used'))]
    if (reasons.length > 0)
      throw new ApiError(
        'conflict',
        `This ${singular[kind]} cannot be deleted: ${reasons.join(', ')}. Archive it instead, and what people have of it stays.`,
      )
    await remove(tx, [stored.id])
    if (kind !== 'bundles') await deleteHistory(tx, { kind, id: stored.id })
    const before = { title: stored.item.title }
    await recordAudit(tx, { actor, address, action: `${kind}.delete`, subject: subjectOf(kind, slug), before })
  })

/** Explanation of each kind of history, by table, for an administrator who wants to delete the item. */
const words: Readonly<Record<string, string>> = {
  deployments: 'it was deployed',
  entitlements: 'people have access to it',
  vouchers: 'there are vouchers for it',
  orders: 'it was bought',
  lessons: 'a lesson contains it',
  lab_access: 'learners began with it',
  flag_tries: 'its flags were tried',
  flag_solves: 'its flags were solved',
  flag_hints: 'hints of it were taken',
  flag_alerts: 'a flag of it was passed on',
  certificates: 'there are certificates of it',
  exam_attempts: 'there are attempts at it',
}
