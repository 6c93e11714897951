import { flagHoldings } from '../areas/catalogue/flags/held-content-queries.ts'
import { labHoldings } from '../areas/catalogue/labs/held-content-queries.ts'
import { noteHoldings } from '../areas/catalogue/notes/queries.ts'
import { progressHoldings } from '../areas/catalogue/progress/held-content-queries.ts'
import { certificateHoldings } from '../areas/certification/certificates/personal-data-queries.ts'
import { deploymentHoldings } from '../areas/clouds/deployments/teardown/end-labs.ts'
import { orderHoldings } from '../areas/commerce/orders/held-content-queries.ts'
import { voucherHoldings } from '../areas/commerce/vouchers/held-content-queries.ts'
import { examHoldings } from '../areas/training/exam-attempts/held-content.ts'
import type { HeldContent } from '../extension-points/held-content.ts'

/** Features with data about a learner's course, lab or exam, in the order of a preview. Attempts are locked before deployments. */
export const heldContent: readonly HeldContent[] = [
  examHoldings,
  deploymentHoldings,
  progressHoldings,
  noteHoldings,
  labHoldings,
  flagHoldings,
  certificateHoldings,
  voucherHoldings,
  orderHoldings,
]
