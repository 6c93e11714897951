import { authOperations } from './auth/operations.ts'
import { bannerOperations } from './banners/operations.ts'
import { brandOperations } from './brand/operations.ts'
import { certificateOperations } from './certificates/operations.ts'
import { contactOperations } from './contact/operations.ts'
import { courseOperations } from './courses/operations.ts'
import { deploymentOperations } from './deployments/operations.ts'
import { examAttemptOperations } from './exam-attempts/operations.ts'
import { feedbackOperations } from './feedback/operations.ts'
import { homePageOperations } from './home-page/operations.ts'
import { labWorkOperations } from './lab-work/operations.ts'
import { labOperations } from './labs/operations.ts'
import { legalOperations } from './legal/operations.ts'
import { lessonReportOperations } from './lesson-reports/operations.ts'
import { noteOperations } from './notes/operations.ts'
import { orderOperations } from './orders/operations.ts'
import { organisationOperations } from './organisations/operations.ts'
import { privacyOperations } from './privacy/operations.ts'
import { progressOperations } from './progress/operations.ts'
import { searchOperations } from './search/operations.ts'
import { seatOperations } from './seats/operations.ts'
import { shellOperations } from './shell/operations.ts'
import { uploadOperations } from './uploads/operations.ts'
import { userOperations } from './users/operations.ts'
import { voucherOperations } from './vouchers/operations.ts'

export const learnerOperations = {
  ...authOperations,
  ...userOperations,
  ...courseOperations,
  ...progressOperations,
  ...lessonReportOperations,
  ...orderOperations,
  ...seatOperations,
  ...organisationOperations,
  ...examAttemptOperations,
  ...feedbackOperations,
  ...shellOperations,
  ...labOperations,
  ...labWorkOperations,
  ...deploymentOperations,
  ...voucherOperations,
  ...certificateOperations,
  ...bannerOperations,
  ...brandOperations,
  ...contactOperations,
  ...legalOperations,
  ...homePageOperations,
  ...privacyOperations,
  ...uploadOperations,
  ...noteOperations,
  ...searchOperations,
}
