import { accountFreezeAdminOperations } from './account-freezes/admin-operations.ts'
import { accountingAdminOperations } from './accounting/admin-operations.ts'
import { alarmAdminOperations } from './alarms/admin-operations.ts'
import { auditAdminOperations } from './audit/admin-operations.ts'
import { authAdminOperations } from './auth/admin-operations.ts'
import { bannerAdminOperations } from './banners/admin-operations.ts'
import { brandAdminOperations } from './brand/admin-operations.ts'
import { bulkAdminOperations } from './bulk/admin-operations.ts'
import { canaryAdminOperations } from './canaries/admin-operations.ts'
import { certificateAdminOperations } from './certificates/admin-operations.ts'
import { cloudAccountAdminOperations } from './cloud-accounts/admin-operations.ts'
import { contentAdminOperations } from './content/admin-operations.ts'
import { courseContentOperations } from './content/course-operations.ts'
import { examContentOperations } from './content/exam-operations.ts'
import { labContentOperations } from './content/lab-operations.ts'
import type { Accepted, ListKeys } from './contract/operation.ts'
import { courseAdminOperations } from './courses/admin-operations.ts'
import { dashboardAdminOperations } from './dashboard/admin-operations.ts'
import { deploymentAdminOperations } from './deployments/admin-operations.ts'
import { entitlementAdminOperations } from './entitlements/admin-operations.ts'
import {
  examAttemptAdminOperations,
  examOverviewOperations,
  examSupportOperations,
} from './exam-attempts/admin-operations.ts'
import { incidentAdminOperations } from './exam-attempts/incident-operations.ts'
import { examAdminOperations } from './exams/admin-operations.ts'
import { exportAdminOperations } from './exports/admin-operations.ts'
import { feedbackAdminOperations } from './feedback/admin-operations.ts'
import { flagSharingAdminOperations } from './flag-sharing/admin-operations.ts'
import { homePageAdminOperations } from './home-page/admin-operations.ts'
import { insightAdminOperations } from './insight/admin-operations.ts'
import { labWorkAdminOperations } from './lab-work/admin-operations.ts'
import { labAdminOperations, priceOperations } from './labs/admin-operations.ts'
import { legalAdminOperations } from './legal/admin-operations.ts'
import { lessonReportAdminOperations } from './lesson-reports/admin-operations.ts'
import { orderAdminOperations, refundAdminOperations } from './orders/admin-operations.ts'
import { paymentAdminOperations } from './orders/payment-operations.ts'
import { organisationAdminOperations } from './organisations/admin-operations.ts'
import { privacyAdminOperations } from './privacy/admin-operations.ts'
import { progressAdminOperations } from './progress/admin-operations.ts'
import { searchAdminOperations } from './search/admin-operations.ts'
import { shellAdminOperations } from './shell/admin-operations.ts'
import { systemAdminOperations } from './system/admin-operations.ts'
import { taxAdminOperations } from './taxes/admin-operations.ts'
import { uploadAdminOperations } from './uploads/admin-operations.ts'
import { userAdminOperations } from './users/admin-operations.ts'
import { voucherAdminOperations } from './vouchers/admin-operations.ts'
import { webhookAdminOperations } from './webhooks/admin-operations.ts'

/** Operations for administrators. Seven have paths outside `/admin`: `getVersion`, and the six of docs/decisions/0001. */
export const adminOperations = {
  ...authAdminOperations,
  ...userAdminOperations,
  ...courseAdminOperations,
  ...progressAdminOperations,
  ...contentAdminOperations,
  ...courseContentOperations,
  ...labContentOperations,
  ...examContentOperations,
  ...insightAdminOperations,
  ...lessonReportAdminOperations,
  ...labAdminOperations,
  ...labWorkAdminOperations,
  ...priceOperations,
  ...canaryAdminOperations,
  ...shellAdminOperations,
  ...examAdminOperations,
  ...examAttemptAdminOperations,
  ...incidentAdminOperations,
  ...examOverviewOperations,
  ...examSupportOperations,
  ...flagSharingAdminOperations,
  ...accountFreezeAdminOperations,
  ...voucherAdminOperations,
  ...organisationAdminOperations,
  ...certificateAdminOperations,
  ...feedbackAdminOperations,
  ...cloudAccountAdminOperations,
  ...deploymentAdminOperations,
  ...dashboardAdminOperations,
  ...systemAdminOperations,
  ...alarmAdminOperations,
  ...auditAdminOperations,
  ...privacyAdminOperations,
  ...exportAdminOperations,
  ...bulkAdminOperations,
  ...searchAdminOperations,
  ...entitlementAdminOperations,
  ...orderAdminOperations,
  ...paymentAdminOperations,
  ...refundAdminOperations,
  ...taxAdminOperations,
  ...webhookAdminOperations,
  ...accountingAdminOperations,
  ...bannerAdminOperations,
  ...brandAdminOperations,
  ...legalAdminOperations,
  ...homePageAdminOperations,
  ...uploadAdminOperations,
}

type AdminOperations = typeof adminOperations
export type AdminOperationName = keyof AdminOperations

export type ListName = {
  [N in AdminOperationName]: AdminOperations[N] extends { list: ListKeys } ? N : never
}[AdminOperationName]
/** Filter of a list, before it is sent as JSON in `filter`. */
export type FilterOf<N extends ListName> = Accepted<AdminOperations[N]['list']['filter']>
export type SortOf<N extends ListName> = AdminOperations[N]['list']['sorts'][number]
