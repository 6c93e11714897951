import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/** What changes by revisions. The item itself is a row of one of three tables, so nothing here refers to it by a key. */
export type RevisedKind = 'courses' | 'labs' | 'exams'

const item = { kind: text().$type<RevisedKind>().notNull(), item_id: uuid().notNull() }
/** A part of an item as a document: `details`, `sections`, `flags`, `lesson/<id>`. */
const part = { part: text().notNull() }

/** Present while an item has changes that nobody sees yet, or a publication that waits for its hour. */
export const contentDrafts = pgTable(
  'content_drafts',
  {
    ...item,
    saved_at: createdAt(),
    saved_by: uuid(),
    publish_at: instant(),
    publish_by: uuid(),
    /** Why the publication did not happen at its hour. It is not tried again. */
    publish_refused: text(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.item_id] }), index('content_drafts_due').on(t.publish_at)],
)

/** The parts that a draft changes, whole. */
export const contentDraftParts = pgTable(
  'content_draft_parts',
  {
    ...item,
    ...part,
    document: jsonb().$type<object>().notNull(),
    /** A fingerprint of the document. */
    version: bigint({ mode: 'number' }).notNull(),
    /** The fingerprint of what people saw when the draft began; null where they saw no such part. */
    based_on: bigint({ mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.kind, t.item_id, t.part] })],
)

/** What was published at one time. */
export const contentRevisions = pgTable(
  'content_revisions',
  {
    id: id(),
    ...item,
    number: integer().notNull(),
    source: text().$type<'editor' | 'import' | 'take_back'>().notNull(),
    /** The number of the revision that this one undoes. */
    takes_back: integer(),
    published_at: createdAt(),
    published_by: uuid(),
    taken_back_at: instant(),
  },
  (t) => [uniqueIndex('content_revisions_number').on(t.kind, t.item_id, t.number)],
)

/** The parts that a revision changed, before and after. */
export const contentRevisionParts = pgTable(
  'content_revision_parts',
  {
    revision_id: uuid()
      .notNull()
      .references(() => contentRevisions.id, { onDelete: 'cascade' }),
    ...part,
    title: text().notNull(),
    before: jsonb().$type<object>(),
    after: jsonb().$type<object>(),
  },
  (t) => [primaryKey({ columns: [t.revision_id, t.part] })],
)
