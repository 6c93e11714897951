import type { BulkActionName } from '@flagyard/api-types'

export const incidentActions = [
  'incidents.stop',
  'incidents.write',
  'incidents.extend',
  'incidents.resume',
  'incidents.rebuild',
  'incidents.postpone',
] as const satisfies BulkActionName[]
export type IncidentActionName = (typeof incidentActions)[number]
