import { months } from '../../db/schema/index.ts'
import { FOR_EVER, type RetentionRule } from '../../extension-points/retention.ts'

export const bookRetention: readonly RetentionRule[] = [
  {
    name: 'closed-months',
    what: 'Closed months of the books: sums, and who closed them',
    days: null,
    since: FOR_EVER,
    why: 'Tax law wants them kept. They name nobody but the administrator.',
    tables: [months],
  },
]
