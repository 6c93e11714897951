import { entitlementEvents } from '../areas/catalogue/entitlements/sql.ts'
import { flagEvents } from '../areas/catalogue/flags/queries.ts'
import { progressEvents } from '../areas/catalogue/progress/list-queries.ts'
import { certificateEvents } from '../areas/certification/certificates/sql.ts'
import { deploymentEvents } from '../areas/clouds/deployments/sql.ts'
import { orderEvents } from '../areas/commerce/orders/sql.ts'
import { voucherEvents } from '../areas/commerce/vouchers/sql.ts'
import { auditEvents } from '../areas/operations/audit/queries.ts'
import { accountEvents } from '../areas/platform/auth/sql.ts'
import { freezeEvents } from '../areas/support/account-freezes/sql.ts'
import { attemptEvents } from '../areas/training/exam-attempts/sql.ts'
import { flagAlertEvents } from '../areas/training/lab-work/queries.ts'
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
