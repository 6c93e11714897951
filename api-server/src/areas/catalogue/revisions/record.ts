import type { Tx } from '../../../db/open.ts'
import * as queries from './queries.ts'
import type { Parts, RevisedContent, RevisedItem } from './revised-content.ts'

/** Does the work, and records for each item what it changed in the published content, part by part. */
export async function recordRevision<T>(
  tx: Tx,
  content: RevisedContent,
  items: readonly RevisedItem[],
  revision: queries.NewRevision,
  work: () => Promise<T>,
): Promise<T> {
  const before = new Map<string, Parts>()
  for (const { id, isLive } of items) before.set(id, isLive ? await content.readParts(tx, id) : new Map())
  const result = await work()
  for (const { id, isLive } of items) {
    const item = { kind: content.kind, id }
    if (!isLive) {
      await queries.insertRevision(tx, item, revision, [FIRST])
      continue
    }
    const changes = changesOf(content, before.get(id) ?? new Map(), await content.readParts(tx, id))
    if (changes.length === 0) continue
    await queries.insertRevision(tx, item, revision, changes)
    await content.changed?.(
      tx,
      id,
      changes.map(({ part }) => part),
    )
  }
  return result
}

const FIRST = { part: queries.FIRST_PART, title: 'Published', before: null, after: { status: 'published' } }

function changesOf(content: RevisedContent, before: Parts, after: Parts) {
  const versionIn = (parts: Parts, part: string) => {
    const document = parts.get(part)
    return document && content.versionOf(part, document)
  }
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((part) => versionIn(before, part) !== versionIn(after, part))
    .map((part) => ({
      part,
      title: content.titleOf(part, after) ?? content.titleOf(part, before) ?? part,
      before: before.get(part) ?? null,
      after: after.get(part) ?? null,
    }))
}
