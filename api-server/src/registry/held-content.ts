import type { HeldContent } from '../extension-points/held-content.ts'
import { certificateHoldings } from '../features/certificates/held-content-queries.ts'
import { classroomHoldings } from '../features/classroom/held-content-queries.ts'
import { deploymentHoldings } from '../features/deployments/held-content.ts'
import { examHoldings } from '../features/exam-room/held-content.ts'
import { flagHoldings } from '../features/flags/held-content-queries.ts'
import { labHoldings } from '../features/labs/held-content-queries.ts'
import { noteHoldings } from '../features/notes/held-content-queries.ts'
import { orderHoldings } from '../features/orders/held-content-queries.ts'
import { voucherHoldings } from '../features/vouchers/held-content-queries.ts'

/** Features with data about a learner's course, lab or exam, in the order of a preview. Attempts are locked before deployments. */
export const heldContent: readonly HeldContent[] = [
  examHoldings,
  deploymentHoldings,
  classroomHoldings,
  noteHoldings,
  labHoldings,
  flagHoldings,
  certificateHoldings,
  voucherHoldings,
  orderHoldings,
]
