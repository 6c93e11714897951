import { contentAdminRoutes } from '../areas/authoring/content/admin-routes.ts'
import { courseEditorRoutes } from '../areas/authoring/content/courses/admin-routes.ts'
import { uploadAdminRoutes, uploadRoutes } from '../areas/authoring/uploads/routes.ts'
import { courseAdminRoutes, courseRoutes } from '../areas/catalogue/courses/routes.ts'
import { entitlementAdminRoutes } from '../areas/catalogue/entitlements/admin-routes.ts'
import { examAdminRoutes } from '../areas/catalogue/exams/admin-routes.ts'
import { labAdminRoutes, labRoutes } from '../areas/catalogue/labs/routes.ts'
import { noteRoutes } from '../areas/catalogue/notes/routes.ts'
import { progressAdminRoutes, progressRoutes } from '../areas/catalogue/progress/routes.ts'
import { certificateAdminRoutes, certificateRoutes } from '../areas/certification/certificates/routes.ts'
import { feedbackAdminRoutes, feedbackRoutes } from '../areas/certification/feedback/routes.ts'
import { cloudAccountAdminRoutes } from '../areas/clouds/cloud-accounts/admin-routes.ts'
import { deploymentAdminRoutes } from '../areas/clouds/deployments/admin-routes.ts'
import { deploymentRoutes } from '../areas/clouds/deployments/routes.ts'
import { accountingAdminRoutes } from '../areas/commerce/accounting/admin-routes.ts'
import { orderAdminRoutes, orderRoutes, paymentRoutes, refundRoutes } from '../areas/commerce/orders/routes.ts'
import { organisationAdminRoutes, organisationRoutes } from '../areas/commerce/organisations/routes.ts'
import { seatRoutes } from '../areas/commerce/seats/routes.ts'
import { taxAdminRoutes } from '../areas/commerce/taxes/admin-routes.ts'
import { voucherAdminRoutes, voucherRoutes } from '../areas/commerce/vouchers/routes.ts'
import { alarmAdminRoutes } from '../areas/operations/alarms/admin-routes.ts'
import { auditAdminRoutes } from '../areas/operations/audit/admin-routes.ts'
import { bannerAdminRoutes, bannerRoutes } from '../areas/operations/banners/routes.ts'
import { bulkAdminRoutes } from '../areas/operations/bulk/admin-routes.ts'
import { contactRoutes } from '../areas/operations/contact/routes.ts'
import { dashboardAdminRoutes } from '../areas/operations/dashboard/admin-routes.ts'
import { homePageRoutes } from '../areas/operations/home-page/routes.ts'
import { searchAdminRoutes, searchRoutes } from '../areas/operations/search/routes.ts'
import { systemAdminRoutes } from '../areas/operations/system/admin-routes.ts'
import { authAdminRoutes } from '../areas/platform/auth/admin-routes.ts'
import { authRoutes } from '../areas/platform/auth/routes.ts'
import { brandRoutes } from '../areas/platform/brand/routes.ts'
import { exportAdminRoutes } from '../areas/platform/exports/admin-routes.ts'
import { legalAdminRoutes, legalRoutes } from '../areas/platform/legal/routes.ts'
import { webhookAdminRoutes } from '../areas/platform/webhooks/admin-routes.ts'
import { accountFreezeAdminRoutes } from '../areas/support/account-freezes/admin-routes.ts'
import { privacyAdminRoutes, privacyRoutes } from '../areas/support/privacy/routes.ts'
import { userAdminRoutes, userRoutes } from '../areas/support/users/routes.ts'
import { canaryAdminRoutes } from '../areas/training/canaries/admin-routes.ts'
import { examAttemptAdminRoutes } from '../areas/training/exam-attempts/admin-routes.ts'
import { examAttemptRoutes } from '../areas/training/exam-attempts/routes.ts'
import { flagSharingAdminRoutes } from '../areas/training/flag-sharing/admin-routes.ts'
import { insightAdminRoutes } from '../areas/training/insight/admin-routes.ts'
import { labWorkAdminRoutes, labWorkRoutes } from '../areas/training/lab-work/routes.ts'
import { lessonReportAdminRoutes, lessonReportRoutes } from '../areas/training/lesson-reports/routes.ts'
import { shellAdminRoutes, shellRoutes } from '../areas/training/shell/routes.ts'
import { demoOutboxRoutes } from '../demo/http.ts'
import type { Api } from '../http/calls/handle.ts'

/** Registers the routes of all features, in the order of features.ts. */
export function serveFeatures(api: Api) {
  systemAdminRoutes(api)
  dashboardAdminRoutes(api)
  alarmAdminRoutes(api)
  auditAdminRoutes(api)
  bulkAdminRoutes(api)
  searchAdminRoutes(api)
  searchRoutes(api)
  bannerAdminRoutes(api)
  bannerRoutes(api)
  contactRoutes(api)
  homePageRoutes(api)
  userAdminRoutes(api)
  userRoutes(api)
  privacyAdminRoutes(api)
  privacyRoutes(api)
  accountFreezeAdminRoutes(api)
  contentAdminRoutes(api)
  courseEditorRoutes(api)
  uploadAdminRoutes(api)
  uploadRoutes(api)
  certificateAdminRoutes(api)
  certificateRoutes(api)
  feedbackRoutes(api)
  feedbackAdminRoutes(api)
  seatRoutes(api)
  accountingAdminRoutes(api)
  orderAdminRoutes(api)
  orderRoutes(api)
  paymentRoutes(api)
  refundRoutes(api)
  voucherAdminRoutes(api)
  voucherRoutes(api)
  organisationAdminRoutes(api)
  organisationRoutes(api)
  taxAdminRoutes(api)
  insightAdminRoutes(api)
  lessonReportRoutes(api)
  lessonReportAdminRoutes(api)
  flagSharingAdminRoutes(api)
  canaryAdminRoutes(api)
  shellAdminRoutes(api)
  shellRoutes(api)
  examAttemptAdminRoutes(api)
  examAttemptRoutes(api)
  labWorkAdminRoutes(api)
  labWorkRoutes(api)
  deploymentAdminRoutes(api)
  deploymentRoutes(api)
  cloudAccountAdminRoutes(api)
  noteRoutes(api)
  progressAdminRoutes(api)
  progressRoutes(api)
  entitlementAdminRoutes(api)
  courseAdminRoutes(api)
  courseRoutes(api)
  examAdminRoutes(api)
  labAdminRoutes(api)
  labRoutes(api)
  exportAdminRoutes(api)
  webhookAdminRoutes(api)
  brandRoutes(api)
  legalRoutes(api)
  legalAdminRoutes(api)
  authAdminRoutes(api)
  authRoutes(api)
  demoOutboxRoutes(api)
}
