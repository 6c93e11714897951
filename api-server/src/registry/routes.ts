import { auditAdminRoutes } from '../features/audit/admin-routes.ts'
import { authAdminRoutes } from '../features/auth/admin-routes.ts'
import { authRoutes } from '../features/auth/routes.ts'
import { bannerAdminRoutes } from '../features/banners/admin-routes.ts'
import { bannerRoutes } from '../features/banners/routes.ts'
import { bulkAdminRoutes } from '../features/bulk/admin-routes.ts'
import { certificateAdminRoutes } from '../features/certificates/admin-routes.ts'
import { certificateRoutes } from '../features/certificates/routes.ts'
import { cloudAccountAdminRoutes } from '../features/cloud-accounts/admin-routes.ts'
import { courseAdminRoutes } from '../features/courses/admin-routes.ts'
import { courseRoutes } from '../features/courses/routes.ts'
import { dashboardAdminRoutes } from '../features/dashboard/admin-routes.ts'
import { deploymentAdminRoutes } from '../features/deployments/admin-routes.ts'
import { deploymentRoutes } from '../features/deployments/routes.ts'
import { entitlementAdminRoutes } from '../features/entitlements/admin-routes.ts'
import { examAdminRoutes } from '../features/exams/admin-routes.ts'
import { examRoutes } from '../features/exams/routes.ts'
import { exportAdminRoutes } from '../features/exports/admin-routes.ts'
import { feedbackAdminRoutes } from '../features/feedback/admin-routes.ts'
import { flagAdminRoutes } from '../features/flags/admin-routes.ts'
import { flagRoutes } from '../features/flags/routes.ts'
import { labAdminRoutes } from '../features/labs/admin-routes.ts'
import { labRoutes } from '../features/labs/routes.ts'
import { orderAdminRoutes } from '../features/orders/admin-routes.ts'
import { orderRoutes } from '../features/orders/routes.ts'
import { privacyAdminRoutes } from '../features/privacy/admin-routes.ts'
import { privacyRoutes } from '../features/privacy/routes.ts'
import { searchAdminRoutes } from '../features/search/admin-routes.ts'
import { userAdminRoutes } from '../features/users/admin-routes.ts'
import { userRoutes } from '../features/users/routes.ts'
import { voucherAdminRoutes } from '../features/vouchers/admin-routes.ts'
import { voucherRoutes } from '../features/vouchers/routes.ts'
import type { Api } from '../http/handle.ts'

/** Serves every feature, in the order of features.ts. */
export function serveFeatures(api: Api) {
  dashboardAdminRoutes(api)
  auditAdminRoutes(api)
  bulkAdminRoutes(api)
  exportAdminRoutes(api)
  searchAdminRoutes(api)
  userAdminRoutes(api)
  userRoutes(api)
  privacyAdminRoutes(api)
  privacyRoutes(api)
  feedbackAdminRoutes(api)
  certificateAdminRoutes(api)
  certificateRoutes(api)
  orderAdminRoutes(api)
  orderRoutes(api)
  voucherAdminRoutes(api)
  voucherRoutes(api)
  bannerAdminRoutes(api)
  bannerRoutes(api)
  deploymentAdminRoutes(api)
  deploymentRoutes(api)
  cloudAccountAdminRoutes(api)
  entitlementAdminRoutes(api)
  courseAdminRoutes(api)
  courseRoutes(api)
  examAdminRoutes(api)
  examRoutes(api)
  labAdminRoutes(api)
  labRoutes(api)
  flagAdminRoutes(api)
  flagRoutes(api)
  authAdminRoutes(api)
  authRoutes(api)
}
