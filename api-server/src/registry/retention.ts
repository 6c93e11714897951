import { auditRetention } from '../audit-log/retention.ts'
import type { RetentionRule } from '../extension-points/retention.ts'
import { alarmRetention } from '../features/alarms/retention-queries.ts'
import { authRetention } from '../features/auth/retention-queries.ts'
import { bannerRetention } from '../features/banners/retention-queries.ts'
import { bookRetention } from '../features/books/retention-queries.ts'
import { bulkRetention } from '../features/bulk/retention-queries.ts'
import { canaryRetention } from '../features/canaries/retention-queries.ts'
import { certificateRetention } from '../features/certificates/retention.ts'
import { classroomRetention } from '../features/classroom/retention-queries.ts'
import { cloudAccountRetention } from '../features/cloud-accounts/retention-queries.ts'
import { betaTesterRetention } from '../features/courses/retention.ts'
import { deploymentRetention } from '../features/deployments/retention-queries.ts'
import { entitlementRetention } from '../features/entitlements/retention.ts'
import { examRetention } from '../features/exam-room/retention.ts'
import { feedbackRetention } from '../features/feedback/retention.ts'
import { flagRetention } from '../features/flags/retention-queries.ts'
import { freezeRetention } from '../features/freezes/retention-queries.ts'
import { labRetention } from '../features/labs/retention.ts'
import { lessonReportRetention } from '../features/lesson-reports/retention-queries.ts'
import { noteRetention } from '../features/notes/retention.ts'
import { orderRetention } from '../features/orders/retention-queries.ts'
import { organisationRetention } from '../features/organisations/retention-queries.ts'
import { privacyRetention } from '../features/privacy/retention.ts'
import { shellRetention } from '../features/shell/retention-queries.ts'
import { voucherRetention } from '../features/vouchers/retention-queries.ts'
import { webhookRetention } from '../features/webhooks/retention-queries.ts'
import { idempotencyRetention } from '../http/retention-queries.ts'
import { attemptRetention } from '../limits/retention-queries.ts'
import { mailRetention } from '../mail/retention-queries.ts'
import { jobRetention } from './job-retention.ts'

/** Retention rules of all features. Rules of equal length are shown in this order. */
export const retention: readonly RetentionRule[] = [
  ...authRetention,
  ...classroomRetention,
  ...noteRetention,
  ...labRetention,
  ...deploymentRetention,
  ...shellRetention,
  ...flagRetention,
  ...freezeRetention,
  ...examRetention,
  ...entitlementRetention,
  ...betaTesterRetention,
  ...orderRetention,
  ...bookRetention,
  ...voucherRetention,
  ...organisationRetention,
  ...bannerRetention,
  ...certificateRetention,
  ...feedbackRetention,
  ...lessonReportRetention,
  ...mailRetention,
  ...privacyRetention,
  ...auditRetention,
  ...bulkRetention,
  ...alarmRetention,
  ...webhookRetention,
  ...cloudAccountRetention,
  ...canaryRetention,
  ...attemptRetention,
  ...idempotencyRetention,
  ...jobRetention,
]
