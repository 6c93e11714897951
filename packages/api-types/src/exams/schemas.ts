import { z } from 'zod'
import { count, listFilter, money, search, time } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'
import { labHealth, labHealthState } from '../labs/schemas.ts'

export const examCard = z.object({
  slug: z.string(),
  title: z.string(),
  cloud,
  price: money,
  duration_minutes: count,
  passing_points: count,
  attempts: count,
  course: z.string().nullable(),
  /** False: booking opens soon. Until then the exam is shown but not sold. */
  bookable: z.boolean(),
})
export type ExamCard = z.output<typeof examCard>

export const exam = examCard.extend({ description: z.string(), rules: z.string(), flags: count, total_points: count })
export type Exam = z.output<typeof exam>

/** An exam with additional facts for potential buyers. */
export const publicExam = exam.extend({
  /** Days to wait after the first attempt, the second and so on. */
  cooldown_days: z.array(count),
  /** Number of times a booking can be moved, and the deadline in hours before the start. */
  reschedules: count,
  reschedule_until_hours: count,
  resets: count,
  /** Certificate for passing; null if there is none. */
  certificate_title: z.string().nullable(),
  /** Null: no expiry. */
  certificate_months: count.nullable(),
})
export type PublicExam = z.output<typeof publicExam>

export const examRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  cloud,
  status: z.string(),
  price: money,
  duration_minutes: count,
  attempts_taken: count,
  passed: count,
  health: labHealth,
  updated_at: time,
})
export type ExamRow = z.output<typeof examRow>

export const examFilter = listFilter({
  q: search.optional(),
  status: z.enum(['draft', 'published', 'archived']).optional(),
  cloud: cloud.optional(),
  health: labHealthState.optional(),
})
