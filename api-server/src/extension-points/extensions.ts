import type { BulkActionName } from '@flagyard/api-types'
import type { Db } from '../db/open.ts'
import type { Retention } from '../db/retention.ts'
import type { FileStore } from '../integrations/files.ts'
import type { AlarmRule } from './alarm-rule.ts'
import type { BulkAction } from './bulk-action.ts'
import type { ContentReferences } from './content-references.ts'
import type { PersonalData } from './personal-data.ts'
import type { SearchSource } from './sources.ts'

/** Contributions of features to the features that serve all of them. Filled in registry/. */
export interface Extensions {
  /** In the order of exports and erasures. */
  personalData: readonly PersonalData[]
  retention: readonly RetentionRule[]
  /** In search and display order. */
  searchSources: readonly SearchSource[]
  bulkActions: Readonly<Record<BulkActionName, BulkAction>>
  /** In the order for display, ending and moving an entitlement. */
  contentReferences: readonly ContentReferences[]
  /** Checked every minute. */
  alarmRules: readonly AlarmRule[]
}

/**
 * Retention of one kind of data, with the code that enforces it. The job `privacy.prune` uses the same days that `/privacy` shows.
 * `api-server/test/data/retention.test.ts` fails if a table of personal data is not in any rule.
 */
export interface RetentionRule extends Omit<Retention, 'expiry'> {
  /**
   * Deletes a batch of expired data and returns its size. Skips locked rows until the next run. Safe to retry: deleted rows are not found
   * again. Undefined if something else deletes the data, or if its retention is not a number of days.
   */
  prune?(deps: { db: Db; files: FileStore }, batch: { days: number; limit: number }): Promise<number>
}
