import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const flagSharingAdminOperations = {
  listFlagAlerts: {
    method: 'GET',
    path: '/admin/flag_alerts',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'flagAlertFilter', sorts: ['at'], defaultSort: ['at', 'DESC'] },
    returns: 'flagAlertRow[]',
    extension: true,
    summary: 'Flags of other learners that were handed in: filtered, sorted, paged',
  },
  getFlagAlert: {
    method: 'GET',
    path: '/admin/flag_alerts/{id}',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'flagAlert',
    extension: true,
    summary: 'One alert with the evidence of both learners',
  },
  decideFlagAlert: {
    method: 'POST',
    path: '/admin/flag_alerts/{id}/decision',
    auth: 'admin',
    capabilities: ['support'],
    body: 'flagAlertDecision',
    returns: 'flagAlert',
    extension: true,
    summary: 'Dismisses or confirms an alert about another learner’s flag',
  },
} as const satisfies Rows
