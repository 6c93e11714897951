import type { BulkActionName } from '@flagyard/api-types'
import { bundleSearch, courseSearch } from '../areas/catalogue/courses/sql.ts'
import { examSearch } from '../areas/catalogue/exams/queries.ts'
import { flagReferences } from '../areas/catalogue/flags/reference-queries.ts'
import { labSearch } from '../areas/catalogue/labs/queries.ts'
import { labReferences } from '../areas/catalogue/labs/reference-queries.ts'
import { noteReferences } from '../areas/catalogue/notes/queries.ts'
import { progressReferences } from '../areas/catalogue/progress/reference-queries.ts'
import { certificateSearch } from '../areas/certification/certificates/admin-queries.ts'
import { certificateBulkActions } from '../areas/certification/certificates/bulk.ts'
import { certificateReferences } from '../areas/certification/certificates/personal-data-queries.ts'
import { cloudAccountAlarms } from '../areas/clouds/cloud-accounts/alarm-queries.ts'
import { cloudAccountBulkActions } from '../areas/clouds/cloud-accounts/bulk.ts'
import { cloudAccountSearches } from '../areas/clouds/cloud-accounts/list-queries.ts'
import { deploymentAlarms } from '../areas/clouds/deployments/alarm-queries.ts'
import { deploymentSearch } from '../areas/clouds/deployments/list-queries.ts'
import { deploymentBulkActions } from '../areas/clouds/deployments/support/actions.ts'
import { deploymentReferences } from '../areas/clouds/deployments/teardown/end-labs.ts'
import { orderAlarms } from '../areas/commerce/orders/alarm-queries.ts'
import { orderReferences } from '../areas/commerce/orders/reference-queries.ts'
import { orderSearch } from '../areas/commerce/orders/support/queries.ts'
import { organisationSearch } from '../areas/commerce/organisations/admin-queries.ts'
import { voucherReferences } from '../areas/commerce/vouchers/reference-queries.ts'
import { voucherBulkActions } from '../areas/commerce/vouchers/support/bulk.ts'
import { voucherSearch } from '../areas/commerce/vouchers/support/queries.ts'
import { alarmBulkActions } from '../areas/operations/alarms/admin-service.ts'
import { ownAlarms } from '../areas/operations/alarms/own-rule-queries.ts'
import { bannerSearch } from '../areas/operations/banners/queries.ts'
import { backupAlarms } from '../areas/operations/system/backups/alarm-queries.ts'
import { accessBulkActions } from '../areas/support/users/access/bulk.ts'
import { userBulkActions } from '../areas/support/users/bulk.ts'
import { userSearch } from '../areas/support/users/tab-queries.ts'
import { canaryAlarms } from '../areas/training/canaries/alarm-queries.ts'
import { examReferences } from '../areas/training/exam-attempts/content-references.ts'
import { incidentBulkActions } from '../areas/training/exam-attempts/incidents/bulk.ts'
import { lessonReportBulkActions } from '../areas/training/lesson-reports/service.ts'
import type { AlarmRule } from '../extension-points/alarm-rule.ts'
import type { BulkAction } from '../extension-points/bulk-action.ts'
import type { ContentReferences } from '../extension-points/content-references.ts'
import type { Extensions } from '../extension-points/extensions.ts'
import type { SearchSource } from '../extension-points/sources.ts'
import { mailAlarms } from '../mail/alarm-queries.ts'
import { personalData } from './personal-data.ts'
import { ports } from './ports.ts'
import { retention } from './retention.ts'

const alarmRules: readonly AlarmRule[] = [
  ...deploymentAlarms,
  ...canaryAlarms,
  ...cloudAccountAlarms,
  ...orderAlarms,
  ...mailAlarms,
  ...ownAlarms,
  ...backupAlarms,
]

/** Sources of the global search, in display order. */
const searchSources: readonly SearchSource[] = [
  userSearch,
  courseSearch,
  labSearch,
  examSearch,
  bundleSearch,
  orderSearch,
  organisationSearch,
  voucherSearch,
  certificateSearch,
  ...cloudAccountSearches,
  deploymentSearch,
  bannerSearch,
]

/** Features with data about a learner's course, lab or exam, in the order of a preview. Attempts are locked before deployments. */
const contentReferences: readonly ContentReferences[] = [
  examReferences,
  deploymentReferences,
  progressReferences,
  noteReferences,
  labReferences,
  flagReferences,
  certificateReferences,
  voucherReferences,
  orderReferences,
]

const bulkActions: Readonly<Record<BulkActionName, BulkAction>> = {
  ...userBulkActions,
  ...accessBulkActions(contentReferences),
  ...incidentBulkActions,
  ...voucherBulkActions(ports.orderNumbers),
  ...certificateBulkActions,
  ...cloudAccountBulkActions(ports.tenants),
  ...deploymentBulkActions(ports.tenants),
  ...alarmBulkActions,
  ...lessonReportBulkActions,
}

export const extensions: Extensions = {
  alarmRules,
  bulkActions,
  contentReferences,
  personalData,
  retention,
  searchSources,
}
