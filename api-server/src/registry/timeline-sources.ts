import type { TimelineSource } from '../extension-points/timeline-source.ts'
import { auditEvents } from '../features/audit/timeline-sql.ts'
import { accountEvents } from '../features/auth/timeline-sql.ts'
import { certificateEvents } from '../features/certificates/timeline-sql.ts'
import { progressEvents } from '../features/classroom/timeline-sql.ts'
import { deploymentEvents } from '../features/deployments/timeline-sql.ts'
import { entitlementEvents } from '../features/entitlements/timeline-sql.ts'
import { attemptEvents } from '../features/exam-room/attempts/timeline-sql.ts'
import { flagEvents } from '../features/flags/timeline-sql.ts'
import { freezeEvents } from '../features/freezes/timeline-sql.ts'
import { flagAlertEvents } from '../features/lab-room/timeline-sql.ts'
import { orderEvents } from '../features/orders/timeline-sql.ts'
import { voucherEvents } from '../features/vouchers/timeline-sql.ts'
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
