import type { BulkActionName } from '@flagyard/api-types'
import { certificateBulkActions } from '../areas/certification/certificates/bulk.ts'
import { cloudAccountBulkActions } from '../areas/clouds/cloud-accounts/bulk.ts'
import { deploymentBulkActions } from '../areas/clouds/deployments/support/bulk.ts'
import { voucherBulkActions } from '../areas/commerce/vouchers/support/bulk.ts'
import { alarmBulkActions } from '../areas/operations/alarms/admin-service.ts'
import { accessBulkActions } from '../areas/support/users/access/bulk.ts'
import { userBulkActions } from '../areas/support/users/bulk.ts'
import { incidentBulkActions } from '../areas/training/exam-attempts/incidents/bulk.ts'
import { lessonReportBulkActions } from '../areas/training/lesson-reports/bulk.ts'
import type { BulkAction } from '../extension-points/bulk-action.ts'
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
