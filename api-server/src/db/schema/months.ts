import type { MonthFigures } from '@flagyard/api-types'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** Closed accounting months, which are immutable. A month without a row is open. */
export const months = pgTable('months', {
  /** `2026-10`, in UTC. */
  month: text().primaryKey(),
  closed_at: createdAt(),
  closed_by: uuid(),
  figures: jsonb().$type<MonthFigures>().notNull(),
})
