import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
    /** The resulting stored file. */
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
