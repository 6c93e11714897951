import { z } from 'zod'
import { cloudStatus, lockReason } from '../cloud-accounts/schemas.ts'
import { count, money } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { deploymentState } from '../deployments/schemas.ts'

/** Figures for the console's start page, counted on each request. */
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
  /** Items that need an administrator's attention, with a link to the list that shows them. */
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
/** Days in UTC, both inclusive. */
const span = z.object({ from: day, until: day })
export const FIGURE_DAYS = ['7', '30', '90', '365'] as const
export const MAX_FIGURE_DAYS = 366
/** Either the last number of days including today, or a span of at most a year. */
export const figuresQuery = z.strictObject({
  days: z.enum(FIGURE_DAYS).optional(),
  from: day.optional(),
  until: day.optional(),
})

/**
 * One series of a figure, such as `p50` of the lab build time, or the revenue in one currency. Money is in minor units, times in seconds, rates in
 * percent.
 */
export const figureSeries = z.object({
  key: z.string(),
  /** Null if there is no data. */
  value: z.number().nullable(),
  /** Value for the same number of days directly before. Null also if the product was not in use for all of them. */
  before: z.number().nullable(),
  /** Sample size of a rate or a time; null for counts. */
  n: count.nullable(),
  /** One per period. */
  points: z.array(z.number().nullable()),
})
export type FigureSeries = z.output<typeof figureSeries>

/** Figures for a span of days, compared with the same number of days before. */
export const figures = z.object({
  ...span.shape,
  before: span,
  step: z.enum(['day', 'week', 'month']),
  /** The span split into days, weeks or months; the first and the last may be partial. */
  periods: z.array(span),
  /** Past days of both spans that are not counted yet. */
  uncounted: count,
  figures: z.array(z.object({ name: figureName, series: z.array(figureSeries) })),
})
export type Figures = z.output<typeof figures>
export type Figure = Figures['figures'][number]

/** Setup steps before a new installation can take its first learner, with their current state. */
export const setup = z.object({
  /** Whether there are no courses, labs or exams. */
  is_empty: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(['second_factor', 'mail', 'payment', 'legal', 'clouds', 'course']),
      done: z.boolean(),
      /** Current finding. */
      found: z.string(),
    }),
  ),
})
export type Setup = z.output<typeof setup>
export type SetupStep = Setup['steps'][number]['step']
