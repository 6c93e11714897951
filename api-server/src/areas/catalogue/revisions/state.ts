import { createHash } from 'node:crypto'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import * as queries from './queries.ts'
import type { RevisedContent, Summary } from './revised-content.ts'

interface ContentState {
  /** Combined version of all parts as the editors see them. */
  content_version: number
  draft: Accepted<'contentDraft'> | null
  planned: Accepted<'plannedPublication'> | null
}

/** Unpublished changes of an item, and its scheduled publication. */
export async function readState(db: Db, content: RevisedContent, id: string, seen?: Summary): Promise<ContentState> {
  const item = { kind: content.kind, id }
  const draft = await queries.findDraft(db, item)
  const summary = seen ?? (await content.summarize(db, id))
  const versions = new Map(summary.versions)
  if (!draft) return { content_version: versionOfAll(versions), draft: null, planned: null }
  const parts = await queries.listDraftVersions(db, item)
  const titleOf = await readTitles(db, content, id, summary)
  const changes = parts.map(({ part, version, based_on }) => ({
    part,
    title: titleOf(part),
    outdated: isOutdated(versions.get(part), version, based_on),
  }))
  for (const { part, version } of parts) versions.set(part, version)
  const { saved_at, saved_by, publish_at, publish_by, publish_refused } = draft
  return {
    content_version: versionOfAll(versions),
    draft: changes.length > 0 ? { changes, saved_at: saved_at.toISOString(), saved_by } : null,
    planned: publish_at && { at: publish_at.toISOString(), by: publish_by, refused: publish_refused },
  }
}

/** Returns a function for the titles of parts, from the draft or else from the published content. */
export async function readTitles(
  db: Db,
  content: RevisedContent,
  id: string,
  { naming }: Summary,
): Promise<(part: string) => string> {
  const drafted = await queries.readDraftParts(db, { kind: content.kind, id }, content.namedBy)
  const documents = new Map([...drafted].map(([part, { document }]) => [part, document]))
  return (part) => content.titleOf(part, documents) ?? content.titleOf(part, naming) ?? part
}

/** Whether the published version is neither the one that the draft began with nor the drafted one. */
export const isOutdated = (live: number | undefined, drafted: number, basedOn: number | null) =>
  (live ?? null) !== basedOn && live !== drafted

const versionOfAll = (versions: ReadonlyMap<string, number>) => fingerprint(Object.fromEntries(versions))

/**
 * Number derived from a value, independent of the order of its keys. Used as the version of a content part: editors send the version
 * they saw, and a change that was reverted in the meantime does not count.
 */
export function fingerprint(value: unknown): number {
  const digest = createHash('sha256')
    .update(JSON.stringify(value, inOrder) ?? '')
    .digest()
  return digest.readUIntBE(0, 6)
}

const inOrder = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
