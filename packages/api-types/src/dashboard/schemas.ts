import { z } from 'zod'
import { cloudStatus, lockReason } from '../cloud-accounts/schemas.ts'
import { count, money } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { deploymentState } from '../deployments/schemas.ts'

/** Figures of the console's start page, counted on each request. */
export const dashboard = z.object({
  users: z.object({ total: count, active: count, new_last_30_days: count, seen_last_7_days: count }),
  courses: z.object({ published: count, enrolments: count, completed: count }),
  certificates: z.object({ issued: count, issued_last_30_days: count }),
  orders: z.object({ paid_last_30_days: count, revenue_last_30_days: z.array(money) }),
  deployments: z.record(deploymentState, count),
  accounts: z.array(
    z.object({
      cloud,
      total: count,
      by_status: z.partialRecord(cloudStatus, count),
      by_lock: z.partialRecord(lockReason, count),
    }),
  ),
  /** Things that need an administrator, with a link to the list that shows them. */
  attention: z.array(z.object({ message: z.string(), count, to: z.string() })),
})
export type Dashboard = z.output<typeof dashboard>

export const figureName = z.enum([
  'signups',
  'learners',
  'revenue',
  'completions',
  'certificates',
  'labs',
  'ready',
  'wait',
  'exams',
  'feedback',
])
export type FigureName = z.output<typeof figureName>

const day = z.iso.date()
/** Days in UTC, both included. */
const span = z.object({ from: day, until: day })
export const FIGURE_DAYS = ['7', '30', '90', '365'] as const
export const MAX_FIGURE_DAYS = 366
/** The last so many days up to today; or those from one day to another, at most a year. */
export const figuresQuery = z.strictObject({
  days: z.enum(FIGURE_DAYS).optional(),
  from: day.optional(),
  until: day.optional(),
})

/** One line of a figure: `p50` of how long a lab takes, or the revenue in one currency. Money is in minor units, times are seconds, rates percent. */
export const figureSeries = z.object({
  key: z.string(),
  /** Null: there is nothing that it could be said of. */
  value: z.number().nullable(),
  /** In as many days right before; null also when the product was not in use during all of them. */
  before: z.number().nullable(),
  /** How many a rate or a time is told of; null for what is counted itself. */
  n: count.nullable(),
  /** One for each of the periods. */
  points: z.array(z.number().nullable()),
})
export type FigureSeries = z.output<typeof figureSeries>

/** What happened in a span of days, beside the same number of days before. */
export const figures = z.object({
  ...span.shape,
  before: span,
  step: z.enum(['day', 'week', 'month']),
  /** The span by days, whole weeks or months; the first and the last may be cut. */
  periods: z.array(span),
  /** Days of both spans that are over and not counted yet. */
  uncounted: count,
  figures: z.array(z.object({ name: figureName, series: z.array(figureSeries) })),
})
export type Figures = z.output<typeof figures>
export type Figure = Figures['figures'][number]

/** What stands between a new installation and its first learner, each step looked at as it is now. */
export const setup = z.object({
  /** There is no course, lab or exam at all. */
  is_empty: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(['second_factor', 'mail', 'payment', 'clouds', 'course']),
      done: z.boolean(),
      /** What was found. */
      found: z.string(),
    }),
  ),
})
export type Setup = z.output<typeof setup>
export type SetupStep = Setup['steps'][number]['step']
