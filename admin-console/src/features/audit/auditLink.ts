import type { FilterOf } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'

/** The audit, narrowed: to one subject behind every `Audit`, or to one bulk job. */
export const auditLink = (filter: FilterOf<'listAudit'>) => filteredList('listAudit', filter)
