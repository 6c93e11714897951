import type { Rows } from '../contract/operation.ts'
import { personal, support } from '../contract/row.ts'

export const flagSharingAdminOperations = {
  listFlagAlerts: personal('GET /admin/flag_alerts', 'flagAlertRow[]', {
    list: { filter: 'flagAlertFilter', sorts: ['at'], defaultSort: ['at', 'DESC'] },
    summary: 'Alerts about submitted flags of other learners: filtered, sorted, paged',
  }),
  getFlagAlert: personal('GET /admin/flag_alerts/{id}', 'flagAlert', {
    summary: 'One alert with the evidence of both learners',
  }),
  decideFlagAlert: support('POST /admin/flag_alerts/{id}/decision', 'flagAlertDecision', 'flagAlert', {
    summary: 'Dismisses or confirms an alert about another learner’s flag',
  }),
} satisfies Rows
