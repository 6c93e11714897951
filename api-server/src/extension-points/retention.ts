import type { Db } from '../db/open.ts'
import type { Retention } from '../db/retention.ts'
import type { FileStore } from '../integrations/files.ts'

/**
 * Retention of one kind of data, with the code that enforces it. The job `privacy.prune` uses the same days that `/privacy` shows.
 * `api-server/test/retention.test.ts` fails if a table of personal data is not in any rule.
 */
export interface RetentionRule extends Omit<Retention, 'expiry'> {
  /**
   * Deletes a batch of expired data and returns its size. Skips locked rows until the next run. Safe to retry: deleted rows are not found
   * again. Undefined if something else deletes the data, or if its retention is not a number of days.
   */
  prune?(deps: { db: Db; files: FileStore }, batch: { days: number; limit: number }): Promise<number>
}
