import type { BulkActionName } from '@flagyard/api-types'
import type { BulkAction } from '../extension-points/bulk-action.ts'
import { alarmBulkActions } from '../features/alarms/bulk.ts'
import { certificateBulkActions } from '../features/certificates/bulk.ts'
import { cloudAccountBulkActions } from '../features/cloud-accounts/bulk.ts'
import { deploymentBulkActions } from '../features/deployments/desk/bulk.ts'
import { incidentBulkActions } from '../features/exam-room/incidents/bulk.ts'
import { lessonReportBulkActions } from '../features/lesson-reports/bulk.ts'
import { accessBulkActions } from '../features/users/access-bulk.ts'
import { userBulkActions } from '../features/users/bulk.ts'
import { voucherBulkActions } from '../features/vouchers/bulk.ts'
import { heldContent } from './held-content.ts'
import { ports } from './ports.ts'

export const bulkActions: Readonly<Record<BulkActionName, BulkAction>> = {
  ...userBulkActions,
  ...accessBulkActions(heldContent),
  ...incidentBulkActions,
  ...voucherBulkActions(ports.orderNumbers),
  ...certificateBulkActions,
  ...cloudAccountBulkActions(ports.tenants),
  ...deploymentBulkActions(ports.tenants),
  ...alarmBulkActions,
  ...lessonReportBulkActions,
}
