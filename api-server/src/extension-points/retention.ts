import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/open.ts'
import type { FileStore } from '../integrations/files.ts'

/**
 * Retention of one kind of data. `/privacy` and the page of `npm run docs` show these texts; the job `privacy.prune` uses the same
 * days. `api-server/test/retention.test.ts` fails if a table of personal data is not in any rule.
 */
export interface RetentionRule {
  name: string
  what: string
  /** Null if the retention is not a number of days; `since` then describes it. */
  days: number | null
  /** Start of the retention period, such as “after they ended”. */
  since: string
  why: string
  tables: readonly PgTable[]
  /**
   * Deletes a batch of expired data and returns its size. Skips locked rows until the next run. Safe to retry: deleted rows are not found
   * again. Undefined if something else deletes the data, or if its retention is not a number of days.
   */
  prune?(deps: { db: Db; files: FileStore }, batch: { days: number; limit: number }): Promise<number>
}

export const WHILE_ACCOUNT = 'as long as you have your account'
export const FOR_EVER = 'forever'
