import type { FilterOf } from '@flagyard/api-types'

/** The audit, narrowed: to one subject behind every `Audit`, or to one bulk job. */
export const auditLink = (filter: FilterOf<'listAudit'>) =>
  `/admin/audit?filter=${encodeURIComponent(JSON.stringify(filter))}`
