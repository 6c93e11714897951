import { demoOutboxRoutes } from '../demo/outbox-routes.ts'
import { alarmAdminRoutes } from '../features/alarms/admin-routes.ts'
import { auditAdminRoutes } from '../features/audit/admin-routes.ts'
import { authAdminRoutes } from '../features/auth/admin-routes.ts'
import { authRoutes } from '../features/auth/routes.ts'
import { bannerAdminRoutes } from '../features/banners/admin-routes.ts'
import { bannerRoutes } from '../features/banners/routes.ts'
import { bookAdminRoutes } from '../features/books/admin-routes.ts'
import { bulkAdminRoutes } from '../features/bulk/admin-routes.ts'
import { canaryAdminRoutes } from '../features/canaries/admin-routes.ts'
import { certificateAdminRoutes } from '../features/certificates/admin-routes.ts'
import { certificateRoutes } from '../features/certificates/routes.ts'
import { classroomAdminRoutes } from '../features/classroom/admin-routes.ts'
import { classroomRoutes } from '../features/classroom/routes.ts'
import { cloudAccountAdminRoutes } from '../features/cloud-accounts/admin-routes.ts'
import { contactRoutes } from '../features/contact/routes.ts'
import { contentAdminRoutes } from '../features/content/admin-routes.ts'
import { courseEditorRoutes } from '../features/content/courses/admin-routes.ts'
import { courseAdminRoutes } from '../features/courses/admin-routes.ts'
import { courseRoutes } from '../features/courses/routes.ts'
import { dashboardAdminRoutes } from '../features/dashboard/admin-routes.ts'
import { deploymentAdminRoutes } from '../features/deployments/admin-routes.ts'
import { deploymentRoutes } from '../features/deployments/routes.ts'
import { entitlementAdminRoutes } from '../features/entitlements/admin-routes.ts'
import { examRoomAdminRoutes } from '../features/exam-room/admin-routes.ts'
import { examRoomRoutes } from '../features/exam-room/routes.ts'
import { examAdminRoutes } from '../features/exams/admin-routes.ts'
import { exportAdminRoutes } from '../features/exports/admin-routes.ts'
import { feedbackAdminRoutes } from '../features/feedback/admin-routes.ts'
import { feedbackRoutes } from '../features/feedback/routes.ts'
import { flagAlertAdminRoutes } from '../features/flag-alerts/admin-routes.ts'
import { freezeAdminRoutes } from '../features/freezes/admin-routes.ts'
import { insightAdminRoutes } from '../features/insight/admin-routes.ts'
import { labRoomAdminRoutes } from '../features/lab-room/admin-routes.ts'
import { labRoomRoutes } from '../features/lab-room/routes.ts'
import { labAdminRoutes } from '../features/labs/admin-routes.ts'
import { labRoutes } from '../features/labs/routes.ts'
import { lessonReportAdminRoutes } from '../features/lesson-reports/admin-routes.ts'
import { lessonReportRoutes } from '../features/lesson-reports/routes.ts'
import { noteRoutes } from '../features/notes/routes.ts'
import { orderAdminRoutes } from '../features/orders/admin-routes.ts'
import { paymentRoutes } from '../features/orders/payment-routes.ts'
import { refundRoutes } from '../features/orders/refund-routes.ts'
import { orderRoutes } from '../features/orders/routes.ts'
import { organisationAdminRoutes } from '../features/organisations/admin-routes.ts'
import { organisationRoutes } from '../features/organisations/routes.ts'
import { privacyAdminRoutes } from '../features/privacy/admin-routes.ts'
import { privacyRoutes } from '../features/privacy/routes.ts'
import { searchAdminRoutes } from '../features/search/admin-routes.ts'
import { searchRoutes } from '../features/search/routes.ts'
import { seatRoutes } from '../features/seats/routes.ts'
import { shellAdminRoutes } from '../features/shell/admin-routes.ts'
import { shellRoutes } from '../features/shell/routes.ts'
import { taxAdminRoutes } from '../features/taxes/admin-routes.ts'
import { uploadAdminRoutes } from '../features/uploads/admin-routes.ts'
import { uploadRoutes } from '../features/uploads/routes.ts'
import { userAdminRoutes } from '../features/users/admin-routes.ts'
import { userRoutes } from '../features/users/routes.ts'
import { voucherAdminRoutes } from '../features/vouchers/admin-routes.ts'
import { voucherRoutes } from '../features/vouchers/routes.ts'
import { webhookAdminRoutes } from '../features/webhooks/admin-routes.ts'
import type { Api } from '../http/handle.ts'

/** Registers the routes of all features, in the order of features.ts. */
export function serveFeatures(api: Api) {
  dashboardAdminRoutes(api)
  alarmAdminRoutes(api)
  auditAdminRoutes(api)
  bulkAdminRoutes(api)
  seatRoutes(api)
  exportAdminRoutes(api)
  searchAdminRoutes(api)
  searchRoutes(api)
  userAdminRoutes(api)
  userRoutes(api)
  freezeAdminRoutes(api)
  privacyAdminRoutes(api)
  privacyRoutes(api)
  contentAdminRoutes(api)
  uploadAdminRoutes(api)
  uploadRoutes(api)
  feedbackRoutes(api)
  feedbackAdminRoutes(api)
  insightAdminRoutes(api)
  lessonReportRoutes(api)
  lessonReportAdminRoutes(api)
  certificateAdminRoutes(api)
  certificateRoutes(api)
  bookAdminRoutes(api)
  orderAdminRoutes(api)
  orderRoutes(api)
  paymentRoutes(api)
  refundRoutes(api)
  organisationAdminRoutes(api)
  organisationRoutes(api)
  taxAdminRoutes(api)
  voucherAdminRoutes(api)
  voucherRoutes(api)
  bannerAdminRoutes(api)
  bannerRoutes(api)
  contactRoutes(api)
  flagAlertAdminRoutes(api)
  canaryAdminRoutes(api)
  shellAdminRoutes(api)
  shellRoutes(api)
  examRoomAdminRoutes(api)
  examRoomRoutes(api)
  labRoomAdminRoutes(api)
  labRoomRoutes(api)
  deploymentAdminRoutes(api)
  deploymentRoutes(api)
  cloudAccountAdminRoutes(api)
  noteRoutes(api)
  classroomAdminRoutes(api)
  classroomRoutes(api)
  entitlementAdminRoutes(api)
  courseEditorRoutes(api)
  courseAdminRoutes(api)
  courseRoutes(api)
  examAdminRoutes(api)
  labAdminRoutes(api)
  labRoutes(api)
  webhookAdminRoutes(api)
  authAdminRoutes(api)
  authRoutes(api)
  demoOutboxRoutes(api)
}
