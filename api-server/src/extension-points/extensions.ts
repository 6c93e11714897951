import type { BulkActionName } from '@flagyard/api-types'
import type { AlarmRule } from './alarm-rule.ts'
import type { BulkAction } from './bulk-action.ts'
import type { HeldContent } from './held-content.ts'
import type { PersonalData } from './personal-data.ts'
import type { RetentionRule } from './retention.ts'
import type { SearchSource } from './search-source.ts'
import type { TimelineSource } from './timeline-source.ts'

/** Contributions of features to the features that serve all of them. Filled in registry/. */
export interface Extensions {
  /** In the order of exports and erasures. */
  personalData: readonly PersonalData[]
  /** Retention of each kind of data. */
  retention: readonly RetentionRule[]
  /** In the order in which they are searched and shown. */
  searchSources: readonly SearchSource[]
  bulkActions: Readonly<Record<BulkActionName, BulkAction>>
  /** In the order in which they are shown, ended and moved with an entitlement. */
  heldContent: readonly HeldContent[]
  timelineSources: readonly TimelineSource[]
  /** Checked every minute. */
  alarmRules: readonly AlarmRule[]
}
