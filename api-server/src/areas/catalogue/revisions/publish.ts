import type { MissingItem } from '@flagyard/api-types'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { staleVersion } from './drafts.ts'
import * as queries from './queries.ts'
import { recordRevision } from './record.ts'
import type { RevisedContent, RevisedItem } from './revised-content.ts'
import { isOutdated, readState, readTitles } from './state.ts'

interface Publication {
  by: string | null
  /** Also publishes parts that were changed in the meantime. */
  overwrite?: boolean | undefined
}

/** Publishes the draft and records the changes as a revision. The caller has locked the item. */
export async function publish(
  tx: Tx,
  content: RevisedContent,
  { id, isLive }: RevisedItem,
  { by, overwrite = false }: Publication,
): Promise<void> {
  const item = { kind: content.kind, id }
  const draft = await queries.readDraftParts(tx, item)
  if (isLive && draft.size === 0)
    throw new ApiError('conflict', 'There is nothing to publish: all changes are published.')
  await assertPublishable(tx, content, id, overwrite)
  const parts = new Map([...draft].map(([part, { document }]) => [part, document]))
  await recordRevision(tx, content, [{ id, isLive }], { source: 'editor', by }, async () => {
    if (parts.size > 0) await content.writeParts(tx, id, parts)
    if (!isLive) await content.open(tx, id)
  })
  await queries.deleteDraft(tx, item)
}

/** Throws if something is missing, or if parts were changed after the draft began. The error lists them. */
export async function assertPublishable(
  tx: Tx,
  content: RevisedContent,
  id: string,
  overwrite: boolean,
): Promise<void> {
  const missing = await content.listMissing(tx, id, 'editors')
  if (missing.length > 0) throw missingError('Some things are missing before this can be published.', missing)
  if (overwrite) return
  const item = { kind: content.kind, id }
  const live = await content.summarize(tx, id)
  const outdated = (await queries.listDraftVersions(tx, item))
    .filter(({ part, version, based_on }) => isOutdated(live.versions.get(part), version, based_on))
    .map(({ part }) => part)
  if (outdated.length === 0) return
  const names = outdated.map(await readTitles(tx, content, id, live))
  throw new ApiError('conflict', `These were changed after your draft began: ${names.join(', ')}. Review them first.`, {
    extra: { outdated },
  })
}

/** The message names the first ten missing items, and `missing` contains all of them. */
const missingError = (sentence: string, missing: MissingItem[]) =>
  new ApiError('conflict', [sentence, ...missing.slice(0, 10).map(({ message }) => message)].join(' '), {
    extra: { missing },
  })

/** Throws if the content has changed since the editor saw it, so that nothing unseen is published, scheduled or discarded. */
export async function assertSeen(tx: Tx, content: RevisedContent, id: string, version: number): Promise<void> {
  if ((await readState(tx, content, id)).content_version !== version) throw staleVersion()
}

/** Name of the job that publishes scheduled drafts. */
export const PUBLISH_JOB = 'revisions.publish'

/** Maximum days ahead that a publication can be scheduled. */
const MAX_DAYS_AHEAD = 366

/** Schedules the publication of the draft, within MAX_DAYS_AHEAD. A second schedule replaces the first. The caller has locked the item. */
export async function schedulePublication(
  tx: Tx,
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  content: RevisedContent,
  { id, isLive }: RevisedItem,
  { by, at, overwrite = false }: Publication & { at: Date },
): Promise<void> {
  const item = { kind: content.kind, id }
  const ahead = at.getTime() - clock.now().getTime()
  if (ahead > MAX_DAYS_AHEAD * 86_400_000) throw invalidField('at', 'Choose a time within a year')
  if (ahead <= 0) throw invalidField('at', 'Choose a time that has not passed yet')
  if (isLive && (await queries.listDraftVersions(tx, item)).length === 0)
    throw new ApiError('conflict', 'There is nothing to publish: all changes are published.')
  await assertPublishable(tx, content, id, overwrite)
  await queries.saveSchedule(tx, item, at, by)
  await queue.send(tx, PUBLISH_JOB, item, { startAfter: at })
}

/** Cancels the scheduled publication. The draft stays. */
export async function cancelPublication(tx: Tx, content: RevisedContent, id: string): Promise<Date> {
  const item = { kind: content.kind, id }
  const draft = await queries.findDraft(tx, item)
  if (!draft?.publish_at) throw new ApiError('conflict', 'No publication is scheduled.')
  await queries.saveSchedule(tx, item, null, null)
  await queries.deleteEmptyDraft(tx, item)
  return draft.publish_at
}

/** Deletes the draft and returns the names of its parts. The caller has locked the item. */
export async function discardDraft(tx: Tx, content: RevisedContent, id: string): Promise<string[]> {
  const item = { kind: content.kind, id }
  const parts = await queries.listDraftVersions(tx, item)
  if (parts.length === 0) throw new ApiError('conflict', 'There is no draft: all changes are published.')
  await queries.deleteDraft(tx, item)
  return parts.map(({ part }) => part)
}

/**
 * Publishes a scheduled draft when it is due. Of several processes, only one finds the draft. If it cannot be published, the draft
 * stays and the reason is saved for the editor.
 */
export async function publishDue(db: Db, content: RevisedContent, id: string): Promise<void> {
  const item = { kind: content.kind, id }
  try {
    await db.transaction(async (tx) => {
      await queries.lockContentForEdit(tx)
      const locked = await content.lock(tx, id)
      const due = locked && (await queries.lockDueDraft(tx, item))
      if (!due) return
      await publish(tx, content, locked, { by: due.by })
      const subject = { type: content.audit.subject, id: locked.slug }
      await recordAudit(tx, { actor: null, action: content.audit.publish, subject, after: { planned: true } })
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await db.transaction(async (tx) => {
      if (await queries.lockDueDraft(tx, item)) await queries.saveRefusal(tx, item, error.message)
    })
  }
}

/**
 * Reverts the published content to its state before the latest revision. Learners' progress since then stays. A draft stays too;
 * parts that it also changes become outdated. Throws with a list if the earlier state can no longer be published, for example
 * because a lab was archived.
 */
export async function revertRevision(
  tx: Tx,
  content: RevisedContent,
  { id, isLive }: RevisedItem,
  revisionId: string,
  by: string,
): Promise<number> {
  const item = { kind: content.kind, id }
  const latest = await queries.findLatestRevision(tx, item)
  if (!isLive || latest?.id !== revisionId)
    throw new ApiError('conflict', 'Only the latest published revision can be reverted.')
  const parts = await queries.readRevisionParts(tx, revisionId)
  if (parts.some(({ part }) => part === queries.FIRST_PART))
    throw new ApiError('conflict', 'This is the first publication, so there is no earlier version. Archive it instead.')
  await queries.markReverted(tx, revisionId)
  const before = new Map(parts.flatMap(({ part, before }) => (before ? [[part, before] as const] : [])))
  await recordRevision(tx, content, [{ id, isLive }], { source: 'take_back', by, takesBack: latest.number }, () =>
    content.writeParts(tx, id, before),
  )
  const missing = await content.listMissing(tx, id, 'people')
  if (missing.length > 0) throw missingError('This revision cannot be reverted.', missing)
  return latest.number
}
