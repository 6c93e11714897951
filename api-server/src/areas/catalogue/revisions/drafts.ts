import type { Tx } from '../../../db/open.ts'
import { ApiError } from '../../../errors.ts'
import * as queries from './queries.ts'
import type { RevisedContent, RevisedItem } from './revised-content.ts'

interface Edit<D extends object> {
  part: string
  /** Version of the part that the editor saw. Undefined accepts any version. */
  version: number | undefined
  /** Id of the administrator. */
  by: string
  /** Default for a part that was never saved. */
  otherwise?: D
  change(current: D): D | Promise<D>
}

export interface SavedPart<D> {
  before: D
  after: D
  /** False if the edit results in the same content. */
  changed: boolean
}

/**
 * Saves one part of an item: in its draft if the item is published, otherwise directly. The caller has locked the item, so the
 * second of two concurrent editors gets `stale_version`.
 */
export async function savePart<D extends object>(
  tx: Tx,
  content: RevisedContent,
  { id, isLive }: RevisedItem,
  { part, version, by, otherwise, change }: Edit<D>,
): Promise<SavedPart<D> | undefined> {
  const item = { kind: content.kind, id }
  const live = (await content.readParts(tx, id, [part])).get(part) as D | undefined
  const drafted = isLive ? (await queries.readDraftParts(tx, item, [part])).get(part) : undefined
  const before = (drafted?.document as D | undefined) ?? live ?? otherwise
  if (!before) return undefined
  const found = content.versionOf(part, before)
  if (version !== undefined && found !== version) throw staleVersion()
  const after = await change(before)
  const saved = content.versionOf(part, after)
  if (saved === found) return { before, after, changed: false }
  const seen = live ? content.versionOf(part, live) : null
  if (!isLive) await content.writeParts(tx, id, new Map([[part, after]]))
  else if (saved === seen) {
    await queries.deleteDraftPart(tx, item, part)
    await queries.deleteEmptyDraft(tx, item)
  } else {
    await queries.saveDraft(tx, item, by)
    await queries.saveDraftPart(tx, item, { part, document: after, version: saved, based_on: seen })
  }
  return { before, after, changed: true }
}

export const staleVersion = () =>
  new ApiError('stale_version', 'Someone else changed this in the meantime. Compare it with your changes.')
