import { date, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** Figures of one day in UTC. They contain no names, and can be summed over any span of days. */
export interface DayFigures {
  signups: number
  /**
   * Learners active that day, by the number of days since they were last active; 0 means longer ago than any span, or never. This lets a span count
   * each learner only on their first day in it, the day whose previous activity lies before the span.
   */
  learners: Record<string, number>
  /** Payments minus refunds, in minor units by currency. */
  revenue: Record<string, number>
  completions: number
  certificates: number
  /** Labs that started running, and the peak of labs running at the same time. */
  labs_started: number
  labs_peak: number
  /** Seconds from the request until a lab ran, and until its build began, as counts per `bucketOf`. */
  ready: Record<string, number>
  wait: Record<string, number>
  /** Exams with a final result. */
  passed: number
  failed: number
  /** Learners asked for feedback that day, and how many of them have answered since. */
  asked: number
  answered: number
  /** On Mondays: answers shown since that week, by whether they recommend the course. */
  recommending: number
  indifferent: number
  dissuading: number
}

/** Past days, counted by `dashboard.count`, and counted again to include later changes. */
export const dailyFigures = pgTable('daily_figures', {
  day: date({ mode: 'string' }).primaryKey(),
  figures: jsonb().$type<DayFigures>().notNull(),
  counted_at: createdAt(),
})
