import type { MissingItem } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Db, Tx } from '../../../db/open.ts'
import type { RevisedKind } from '../../../db/schema/content.ts'

/** Parts of an item by name, each a document: `details`, `sections`, `flags`, `lesson/<id>`. */
export type Parts = ReadonlyMap<string, object>

/** Port that each kind of content (course, lab, exam) implements for drafts and revisions. They only read parts, compare their versions, and write them. */
export interface RevisedContent {
  kind: RevisedKind
  /** Audit names of the item and of its scheduled publication. */
  audit: { subject: string; publish: AuditAction }
  /** Locks the item for its editor. The caller already holds `lockContentForEdit`. */
  lock(tx: Tx, id: string): Promise<(RevisedItem & { slug: string }) | undefined>
  /** Published parts: those that are named, or all. */
  readParts(db: Db, id: string, only?: readonly string[]): Promise<Parts>
  /** Summary of the published content, without the long documents. */
  summarize(db: Db, id: string): Promise<Summary>
  versionOf(part: string, document: object): number
  /** Names of the parts that contain the titles of the others. */
  namedBy: readonly string[]
  titleOf(part: string, among: Parts): string | undefined
  /** Replaces the parts with these documents. Removed elements are archived if learners have a history with them. */
  writeParts(tx: Tx, id: string, parts: Parts): Promise<void>
  /** Items that are missing for a publication: including the draft for `editors`, or of the published content for `people`. */
  listMissing(db: Db, id: string, seenBy: 'editors' | 'people'): Promise<MissingItem[]>
  /** Publishes an item that was never visible. An archived item stays archived. */
  open(tx: Tx, id: string): Promise<void>
  /** Called after these parts of the published content were changed, so that learners can be notified. */
  changed?(tx: Tx, id: string, parts: readonly string[]): Promise<void>
}

export interface Summary {
  versions: ReadonlyMap<string, number>
  /** Parts that contain the titles of the others. */
  naming: Parts
}

export interface RevisedItem {
  id: string
  /** Whether the item is published. Edits of a published item wait in a draft; others are written directly. */
  isLive: boolean
}
