import type { MonthFigures } from '@flagyard/api-types'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { FOR_EVER, type Retention } from '../retention.ts'
import { createdAt } from './columns.ts'

/** Closed accounting months, which are immutable. A month without a row is open. */
export const months = pgTable('months', {
  /** `2026-10`, in UTC. */
  month: text().primaryKey(),
  closed_at: createdAt(),
  closed_by: uuid(),
  figures: jsonb().$type<MonthFigures>().notNull(),
})

export const monthsDuties = personal(months, {
  kept: {
    'sums that name nobody; tax law wants them kept': { work: 'month closed_at figures' },
    leads: { administrator: 'closed_by' },
  },
})

export const bookRetention: readonly Retention[] = [
  {
    name: 'closed-months',
    what: 'Closed months of the books: sums, and who closed them',
    why: 'Tax law wants them kept. They name nobody but the administrator.',
    tables: [months],
    ...FOR_EVER,
  },
]
