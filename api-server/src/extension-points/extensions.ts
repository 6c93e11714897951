import type { BulkActionName } from '@flagyard/api-types'
import type { AlarmRule } from './alarm-rule.ts'
import type { BulkAction } from './bulk-action.ts'
import type { HeldContent } from './held-content.ts'
import type { PersonalData } from './personal-data.ts'
import type { RetentionRule } from './retention.ts'
import type { SearchSource } from './search-source.ts'
import type { TimelineSource } from './timeline-source.ts'

/** What features contribute to those that serve all of them; registry/ fills it. */
export interface Extensions {
  /** Collected for an export and erased with an account in this order. */
  personalData: readonly PersonalData[]
  /** How long each kind of data stays. */
  retention: readonly RetentionRule[]
  /** Searched, and shown, in this order. */
  searchSources: readonly SearchSource[]
  bulkActions: Readonly<Record<BulkActionName, BulkAction>>
  /** Shown, ended and moved with an entitlement in this order. */
  heldContent: readonly HeldContent[]
  timelineSources: readonly TimelineSource[]
  /** What is looked at each minute. */
  alarmRules: readonly AlarmRule[]
}
