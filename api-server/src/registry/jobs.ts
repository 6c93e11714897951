import type { Deps } from '../deps.ts'
import { alarmJobs } from '../features/alarms/jobs.ts'
import { authJobs } from '../features/auth/jobs.ts'
import { bulkJobs } from '../features/bulk/jobs.ts'
import { canaryJobs } from '../features/canaries/jobs.ts'
import { cloudAccountJobs } from '../features/cloud-accounts/jobs.ts'
import { contentJobs } from '../features/content/jobs.ts'
import { dashboardJobs } from '../features/dashboard/jobs.ts'
import { deploymentJobs } from '../features/deployments/jobs.ts'
import { examRoomJobs } from '../features/exam-room/jobs.ts'
import { insightJobs } from '../features/insight/jobs.ts'
import { orderJobs } from '../features/orders/jobs.ts'
import { privacyJobs } from '../features/privacy/jobs.ts'
import { shellJobs } from '../features/shell/jobs.ts'
import { uploadJobs } from '../features/uploads/jobs.ts'
import { voucherJobs } from '../features/vouchers/jobs.ts'
import { webhookJobs } from '../features/webhooks/jobs.ts'
import type { Job } from '../jobs/job.ts'
import { mailJobs } from '../mail/jobs.ts'

/** All background jobs, one line per feature. */
export const listJobs = (deps: Deps): Job<never>[] => [
  ...mailJobs(deps),
  ...cloudAccountJobs(deps),
  ...deploymentJobs(deps),
  ...examRoomJobs(deps),
  ...canaryJobs(deps),
  ...shellJobs(deps),
  ...privacyJobs(deps),
  ...authJobs(deps),
  ...bulkJobs(deps),
  ...contentJobs(deps),
  ...uploadJobs(deps),
  ...voucherJobs(deps),
  ...orderJobs(deps),
  ...webhookJobs(deps),
  ...insightJobs(deps),
  ...alarmJobs(deps),
  ...dashboardJobs(deps),
]
