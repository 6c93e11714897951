import { auditData } from '../audit-log/personal-data-queries.ts'
import type { PersonalData } from '../extension-points/personal-data.ts'
import { alarmData } from '../features/alarms/personal-data-queries.ts'
import { userData } from '../features/auth/account-data-queries.ts'
import { authData } from '../features/auth/personal-data-queries.ts'
import { bookData } from '../features/books/personal-data-queries.ts'
import { bulkData } from '../features/bulk/personal-data-queries.ts'
import { canaryData } from '../features/canaries/personal-data-queries.ts'
import { certificateData } from '../features/certificates/personal-data-queries.ts'
import { certificateFiles } from '../features/certificates/personal-files.ts'
import { classroomData } from '../features/classroom/personal-data-queries.ts'
import { cloudAccountData } from '../features/cloud-accounts/personal-data-queries.ts'
import { betaTesterData } from '../features/courses/personal-data-queries.ts'
import { deploymentData } from '../features/deployments/personal-data-queries.ts'
import { entitlementData } from '../features/entitlements/personal-data-queries.ts'
import { examData } from '../features/exam-room/personal-data-queries.ts'
import { feedbackData } from '../features/feedback/personal-data-queries.ts'
import { flagData } from '../features/flags/personal-data-queries.ts'
import { freezeData } from '../features/freezes/personal-data-queries.ts'
import { labData } from '../features/labs/personal-data-queries.ts'
import { lessonReportData } from '../features/lesson-reports/personal-data-queries.ts'
import { noteData } from '../features/notes/personal-data-queries.ts'
import { orderData } from '../features/orders/personal-data-queries.ts'
import { organisationData } from '../features/organisations/personal-data-queries.ts'
import { requestData } from '../features/privacy/request-data-queries.ts'
import { revisionData } from '../features/revisions/personal-data-queries.ts'
import { shellData } from '../features/shell/personal-data-queries.ts'
import { voucherData } from '../features/vouchers/personal-data-queries.ts'
import { idempotencyData } from '../http/personal-data-queries.ts'
import { attemptData } from '../limits/personal-data-queries.ts'
import { mailData } from '../mail/personal-data-queries.ts'

/** All features with personal data, in the order of exports and erasures: deployments and flags before the exams they belong to. */
export const personalData: readonly PersonalData[] = [
  userData,
  authData,
  attemptData,
  idempotencyData,
  classroomData,
  noteData,
  betaTesterData,
  freezeData,
  flagData,
  shellData,
  deploymentData,
  cloudAccountData,
  examData,
  labData,
  entitlementData,
  { ...certificateData, files: certificateFiles },
  orderData,
  organisationData,
  bookData,
  voucherData,
  feedbackData,
  lessonReportData,
  mailData,
  auditData,
  bulkData,
  alarmData,
  canaryData,
  revisionData,
  requestData,
]
