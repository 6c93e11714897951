import type { Tx } from '../../../db/open.ts'
import { ApiError } from '../../../errors.ts'
import { missingError } from './publish.ts'
import * as queries from './queries.ts'
import { FIRST_PART, recordRevision } from './record.ts'
import type { RevisedContent, RevisedItem } from './revised-content.ts'

/**
 * Reverts the published content to its state before the latest revision. Learners' progress since then stays. A draft stays too;
 * parts that it also changes become outdated. Throws with a list if the earlier state can no longer be published, for example
 * because a lab was archived.
 */
export async function takeBackRevision(
  tx: Tx,
  content: RevisedContent,
  { id, isLive }: RevisedItem,
  revisionId: string,
  by: string,
): Promise<number> {
  const item = { kind: content.kind, id }
  const latest = await queries.findLatestRevision(tx, item)
  if (!isLive || latest?.id !== revisionId)
    throw new ApiError('conflict', 'Only the latest revision can be taken back, while it is published.')
  const parts = await queries.readRevisionParts(tx, revisionId)
  if (parts.some(({ part }) => part === FIRST_PART))
    throw new ApiError('conflict', 'Before this revision nobody saw it. Archive it instead.')
  await queries.markTakenBack(tx, revisionId)
  const before = new Map(parts.flatMap(({ part, before }) => (before ? [[part, before] as const] : [])))
  await recordRevision(tx, content, [{ id, isLive }], { source: 'take_back', by, takesBack: latest.number }, () =>
    content.writeParts(tx, id, before),
  )
  const missing = await content.listMissing(tx, id, 'people')
  if (missing.length > 0) throw missingError('It cannot be taken back.', missing)
  return latest.number
}
