import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

type Kind = 'film' | 'captions' | 'picture' | 'download' | 'archive'
const bytes = () => bigint({ mode: 'number' }).notNull()

/** What is being sent, and for some days what became of it. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    kind: text().$type<Kind>().notNull(),
    /** As its sender called it: shown, and never a path. */
    filename: text().notNull(),
    /** How many are promised, and how many have arrived. */
    bytes: bytes(),
    received: bytes().default(0),
    state: text().$type<'receiving' | 'checking' | 'ready' | 'refused'>().notNull().default('receiving'),
    refusal: text(),
    /** The stored file that it became. */
    file: text(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [index('uploads_state').on(t.state, t.updated_at)],
)

/** The bytes of an upload, a piece for each request, each a file of the store. */
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
    /** Since when no content names it; it goes some time after that. */
    unused_since: instant(),
  },
  (t) => [index('stored_files_unused_since').on(t.unused_since)],
)
