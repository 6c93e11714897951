import { date, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** What happened on a day in UTC. It names nobody, and days add up to any span. */
export interface DayFigures {
  signups: number
  /**
   * Who learned that day, by how many days before they last had: 0 is longer ago than any span, or never. Within a span each learner is counted on
   * their first day alone, which is the day whose last one lies before it.
   */
  learners: Record<string, number>
  /** Paid, less what was paid back, in minor units by currency. */
  revenue: Record<string, number>
  completions: number
  certificates: number
  /** Labs that began to run, and the most that ran at once. */
  labs_started: number
  labs_peak: number
  /** How long it took from the click until a lab ran, and until its building began: how many by `bucketOf` its seconds. */
  ready: Record<string, number>
  wait: Record<string, number>
  /** Exams with a final result. */
  passed: number
  failed: number
  /** Who was asked for feedback that day, and how many of them have given it since. */
  asked: number
  answered: number
  /** On a Monday, of answers that are shown since its week: whether they would recommend the course. */
  recommending: number
  indifferent: number
  dissuading: number
}

/** Days that are over, counted by `dashboard.count`, and counted again as what changed later must show. */
export const dailyFigures = pgTable('daily_figures', {
  day: date({ mode: 'string' }).primaryKey(),
  figures: jsonb().$type<DayFigures>().notNull(),
  counted_at: createdAt(),
})
