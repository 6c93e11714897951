import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { uploads } from './uploads.ts'

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
