import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { uploads } from './uploads.ts'

/** What an uploaded archive of content would do, or did. It goes with its upload. */
export const contentImports = pgTable('content_imports', {
  id: uuid()
    .primaryKey()
    .references(() => uploads.id, { onDelete: 'cascade' }),
  prune: boolean().notNull(),
  state: text().$type<'checking' | 'checked' | 'importing' | 'imported' | 'failed'>().notNull(),
  /** Counts the reports: an import names the one that was seen. */
  version: integer().notNull().default(1),
  report: jsonb(),
  /** Of all that the report tells, value by value. */
  fingerprint: text(),
  /** The basis of an earlier report moved before it was imported. */
  moved: boolean().notNull().default(false),
  failure: text(),
  created_at: createdAt(),
  updated_at: createdAt(),
})
