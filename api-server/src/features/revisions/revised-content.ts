import type { MissingItem } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Db, Tx } from '../../db/open.ts'
import type { RevisedKind } from '../../db/schema/revisions.ts'

/** The parts of an item by their names, each a document: `details`, `sections`, `flags`, `lesson/<id>`. */
export type Parts = ReadonlyMap<string, object>

/**
 * What the drafts and revisions ask of a kind of content. They know nothing else of it: a course, a lab and an exam are parts that are read,
 * compared by their versions, and written.
 */
export interface RevisedContent {
  kind: RevisedKind
  /** How the audit calls the item, and its publication at a planned hour. */
  audit: { subject: string; publish: AuditAction }
  /** Locks the item for its editor, below `shareContent`. */
  hold(tx: Tx, id: string): Promise<(RevisedItem & { slug: string }) | undefined>
  /** The parts as people see them: those that are named, or all. */
  readParts(db: Db, id: string, only?: readonly string[]): Promise<Parts>
  /** What people see, without reading what is long. */
  summarize(db: Db, id: string): Promise<Summary>
  versionOf(part: string, document: object): number
  /** The parts that say what the others are called. */
  namedBy: readonly string[]
  /** What people call a part. */
  titleOf(part: string, among: Parts): string | undefined
  /** Makes the parts what the documents say. What leaves is archived where somebody has a history with it. */
  writeParts(tx: Tx, id: string, parts: Parts): Promise<void>
  /** What stands between the item and its publication: with its draft, or as people see it. */
  listMissing(db: Db, id: string, seenBy: 'editors' | 'people'): Promise<MissingItem[]>
  /** Makes an item that nobody saw so far public; one that is archived stays so. */
  open(tx: Tx, id: string): Promise<void>
  /** Told after what people see was changed in these parts, so that learners can be told. */
  changed?(tx: Tx, id: string, parts: readonly string[]): Promise<void>
}

export interface Summary {
  /** Of every part. */
  versions: ReadonlyMap<string, number>
  /** The parts that say what the others are called. */
  naming: Parts
}

/** The item that is edited. */
export interface RevisedItem {
  id: string
  /** Whether people see it, so that edits wait in a draft; otherwise they are written at once. */
  isLive: boolean
}
