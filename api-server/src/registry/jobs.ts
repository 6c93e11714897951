import { contentJobs } from '../areas/authoring/content/jobs.ts'
import { uploadJobs } from '../areas/authoring/uploads/jobs.ts'
import { cloudAccountJobs } from '../areas/clouds/cloud-accounts/jobs.ts'
import { deploymentJobs } from '../areas/clouds/deployments/jobs.ts'
import { orderJobs } from '../areas/commerce/orders/jobs.ts'
import { voucherJobs } from '../areas/commerce/vouchers/jobs.ts'
import { alarmJobs } from '../areas/operations/alarms/jobs.ts'
import { bulkJobs } from '../areas/operations/bulk/jobs.ts'
import { dashboardJobs } from '../areas/operations/dashboard/jobs.ts'
import { authJobs } from '../areas/platform/auth/jobs.ts'
import { webhookJobs } from '../areas/platform/webhooks/jobs.ts'
import { privacyJobs } from '../areas/support/privacy/jobs.ts'
import { canaryJobs } from '../areas/training/canaries/jobs.ts'
import { examAttemptJobs } from '../areas/training/exam-attempts/jobs.ts'
import { insightJobs } from '../areas/training/insight/jobs.ts'
import { shellJobs } from '../areas/training/shell/jobs.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/job.ts'
import { mailJobs } from '../mail/jobs.ts'

/** All background jobs, one line per feature. */
export const listJobs = (deps: Deps): Job<never>[] => [
  ...mailJobs(deps),
  ...cloudAccountJobs(deps),
  ...deploymentJobs(deps),
  ...examAttemptJobs(deps),
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
