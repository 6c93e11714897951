import type { FilterOf } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'

/** Link to the audit log, filtered by a subject or a bulk job. */
export const auditLink = (filter: FilterOf<'listAudit'>) => filteredList('listAudit', filter)
