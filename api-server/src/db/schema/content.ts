import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { createdAt, id, instant } from './columns.ts'

type Kind = 'film' | 'captions' | 'picture' | 'download' | 'archive'
const bytes = () => bigint({ mode: 'number' }).notNull()

/** Uploads in progress, and for some days the result of finished ones. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    kind: text().$type<Kind>().notNull(),
    /** Original file name: shown, but never used as a path. */
    filename: text().notNull(),
    /** Announced and received number of bytes. */
    bytes: bytes(),
    received: bytes().default(0),
    state: text().$type<'receiving' | 'checking' | 'ready' | 'refused'>().notNull().default('receiving'),
    refusal: text(),
    file: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [index('uploads_state').on(t.state, t.updated_at)],
)

/** Chunks of an upload, one per request, each a file in the store. */
export const uploadPieces = pgTable(
  'upload_pieces',
  {
    upload_id: uuid()
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    start: bytes(),
    bytes: bytes(),
    key: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.upload_id, t.start] })],
)

/** Stored files of content that were uploaded or imported, by their checksum names. */
export const storedFiles = pgTable(
  'stored_files',
  {
    name: text().primaryKey(),
    kind: text().$type<Exclude<Kind, 'archive'>>().notNull(),
    bytes: bytes(),
    duration_seconds: integer(),
    width: integer(),
    height: integer(),
    created_at: createdAt(),
    /** Since when no content references it. It is deleted some time later. */
    unused_since: instant(),
  },
  (t) => [index('stored_files_unused_since').on(t.unused_since)],
)

/** Report of an uploaded content archive: a dry run or a finished import. Deleted with its upload. */
export const contentImports = pgTable('content_imports', {
  id: uuid()
    .primaryKey()
    .references(() => uploads.id, { onDelete: 'cascade' }),
  prune: boolean().notNull(),
  state: text().$type<'checking' | 'checked' | 'importing' | 'imported' | 'failed'>().notNull(),
  /** Number of the report: an import names the report that the administrator saw. */
  version: integer().notNull().default(1),
  report: jsonb(),
  /** Fingerprint of all values in the report. */
  fingerprint: text(),
  /** The catalogue changed after an earlier report and before its import. */
  moved: boolean().notNull().default(false),
  failure: text(),
  created_at: createdAt(),
  updated_at: createdAt(),
})

/** Content kinds with revisions. The item is a row in one of three tables, so nothing here has a foreign key to it. */
export type RevisedKind = 'courses' | 'labs' | 'exams'

const item = { kind: text().$type<RevisedKind>().notNull(), item_id: uuid().notNull() }
/** A part of an item, stored as a document: `details`, `sections`, `flags`, `lesson/<id>`. */
const part = { part: text().notNull() }

/** Present while an item has unpublished changes or a scheduled publication. */
export const contentDrafts = pgTable(
  'content_drafts',
  {
    ...item,
    saved_at: createdAt(),
    saved_by: uuid(),
    publish_at: instant(),
    publish_by: uuid(),
    /** Why the scheduled publication did not take place. It is not retried. */
    publish_refused: text(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.item_id] }), index('content_drafts_due').on(t.publish_at)],
)

const contentWork = 'work on content, exported with the audit log'
const contentChange = 'changes of content, without names'
export const contentDraftsDuties = personal(contentDrafts, {
  retained: {
    [contentChange]: { [contentWork]: 'kind item_id saved_at publish_at publish_refused' },
    leads: { [contentWork]: 'saved_by publish_by' },
  },
})

/** The parts changed by a draft, as complete documents. */
export const contentDraftParts = pgTable(
  'content_draft_parts',
  {
    ...item,
    ...part,
    document: jsonb().$type<object>().notNull(),
    /** Fingerprint of the document. */
    version: bigint({ mode: 'number' }).notNull(),
    /** Fingerprint of the published part when the draft began; null if there was none. */
    based_on: bigint({ mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.kind, t.item_id, t.part] })],
)

/** A set of changes published together. */
export const contentRevisions = pgTable(
  'content_revisions',
  {
    id: id(),
    ...item,
    number: integer().notNull(),
    source: text().$type<'editor' | 'import' | 'take_back'>().notNull(),
    /** Number of the revision that this one reverts. */
    takes_back: integer(),
    published_at: createdAt(),
    published_by: uuid(),
    taken_back_at: instant(),
  },
  (t) => [uniqueIndex('content_revisions_number').on(t.kind, t.item_id, t.number)],
)

export const contentRevisionsDuties = personal(contentRevisions, {
  retained: {
    [contentChange]: { [contentWork]: 'id kind item_id number source takes_back published_at taken_back_at' },
    leads: { [contentWork]: 'published_by' },
  },
})

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
