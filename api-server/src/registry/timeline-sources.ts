import { entitlementEvents } from '../areas/catalogue/entitlements/timeline-sql.ts'
import { flagEvents } from '../areas/catalogue/flags/timeline-sql.ts'
import { progressEvents } from '../areas/catalogue/progress/timeline-sql.ts'
import { certificateEvents } from '../areas/certification/certificates/timeline-sql.ts'
import { deploymentEvents } from '../areas/clouds/deployments/timeline-sql.ts'
import { orderEvents } from '../areas/commerce/orders/timeline-sql.ts'
import { voucherEvents } from '../areas/commerce/vouchers/timeline-sql.ts'
import { auditEvents } from '../areas/operations/audit/timeline-sql.ts'
import { accountEvents } from '../areas/platform/auth/timeline-sql.ts'
import { freezeEvents } from '../areas/support/account-freezes/timeline-sql.ts'
import { attemptEvents } from '../areas/training/exam-attempts/attempts/timeline-sql.ts'
import { flagAlertEvents } from '../areas/training/lab-work/timeline-sql.ts'
import type { TimelineSource } from '../extension-points/timeline-source.ts'
import { mailEvents } from '../mail/timeline-sql.ts'

/** Sources of an account's history. */
export const timelineSources: readonly TimelineSource[] = [
  ...accountEvents,
  ...freezeEvents,
  ...entitlementEvents,
  ...progressEvents,
  ...flagEvents,
  ...flagAlertEvents,
  ...deploymentEvents,
  ...attemptEvents,
  ...voucherEvents,
  ...certificateEvents,
  ...orderEvents,
  ...mailEvents,
  ...auditEvents,
]
