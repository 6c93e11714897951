import type { BulkActionName } from '@flagyard/api-types'
import type { BulkAction } from './bulk-action.ts'
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
  timelineSources: readonly TimelineSource[]
}
