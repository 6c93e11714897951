import type { RetentionRule } from '../extension-points/retention.ts'
import { DEAD_LETTER_DAYS, FINISHED_DAYS } from '../jobs/queue.ts'

/** The queue deletes its own jobs, which contain only ids of rows. */
export const jobRetention: readonly RetentionRule[] = [
  {
    name: 'jobs',
    what: 'Background jobs that are done',
    days: FINISHED_DAYS,
    since: 'after they were done',
    why: 'To see what the product did. They hold numbers and no names.',
    tables: [],
  },
  {
    name: 'dead-letters',
    what: 'Background jobs that failed for good',
    days: DEAD_LETTER_DAYS,
    since: 'after they were given up',
    why: 'So that we can look into them.',
    tables: [],
  },
]
