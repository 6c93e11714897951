import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/open.ts'
import type { FileStore } from '../integrations/files.ts'

/**
 * How long one kind of data stays. `/privacy` and the page of `npm run docs` show these words; the job
 * `privacy.prune` works by the same days. `api-server/test/retention.test.ts` fails when a table of personal data is in no rule.
 */
export interface RetentionRule {
  name: string
  what: string
  /** Null: as long as `since` says. */
  days: number | null
  /** The moment from which the days count, such as “after they ended”. */
  since: string
  why: string
  tables: readonly PgTable[]
  /**
   * Takes away what is past its days, at most so many at once, and says how many they were. Rows that somebody holds are left for the
   * next time. Replay: what is gone is not found again. Missing where something else does it, or where nothing goes by days.
   */
  prune?(deps: { db: Db; files: FileStore }, batch: { days: number; limit: number }): Promise<number>
}

export const WHILE_ACCOUNT = 'as long as you have your account'
export const FOR_EVER = 'forever'
