import { z } from 'zod'
import { count, hour, line, link, listFilter, money, search, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'

export const examCard = z.object({
  slug: z.string(),
  title: z.string(),
  cloud,
  price: money,
  duration_minutes: count,
  passing_points: count,
  attempts: count,
  course: z.string().nullable(),
  /** False: booking opens soon. Until then the exam is shown, but not for sale. */
  bookable: z.boolean(),
})
export type ExamCard = z.output<typeof examCard>
export const exam = examCard.extend({ description: z.string(), rules: z.string(), flags: count, total_points: count })
export type Exam = z.output<typeof exam>

const date = z.iso.date()
export const scheduleExamPayload = z.strictObject({ date, hour, time_zone: line(64) })
export const rescheduleExamPayload = z.strictObject({ date, hour, time_zone: line(64) })
export const extraPointsPRPayload = z.strictObject({ url: link, note: line(500).optional() })
export const extraPointsDecision = z.strictObject({
  points: count.max(1000),
  state: z.enum(['approved', 'refused']),
  reason: line(500).min(1),
})
export const extendExamEdit = z.strictObject({ minutes: z.int().min(1).max(10_080), reason: line(500).min(1) })
export const scheduleExamEdit = z.strictObject({
  date,
  hour,
  time_zone: line(64),
  beyond_capacity: z.boolean().optional(),
})
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
  updated_at: time,
})
export type ExamRow = z.output<typeof examRow>
export const examFilter = listFilter({
  q: search.optional(),
  status: z.enum(['draft', 'published', 'archived']).optional(),
  cloud: cloud.optional(),
})
export const attemptState = z.enum([
  'purchased',
  'scheduled',
  'preparing',
  'active',
  'provisional',
  'passed',
  'failed',
  'no_show',
  'disqualified',
  'void',
])
/** An exam attempt in the admin console. */
export const userExam = z.object({
  id: uuid,
  exam: z.string(),
  title: z.string(),
  number: z.int(),
  state: attemptState,
  points: z.int(),
  extra_points: z.int(),
  passing_points: z.int(),
  scheduled_at: time.nullable(),
  started_at: time.nullable(),
  decided_at: time.nullable(),
  counted: z.boolean(),
  created_at: time,
})
export type UserExam = z.output<typeof userExam>
/** An exam of mine: one that I may book, or that I have sat. */
export const myExam = examCard.extend({
  has_access: z.boolean(),
  access_ends_at: time.nullable(),
  /** The newest attempt; null before the first. */
  attempt: z
    .object({
      id: uuid,
      state: attemptState,
      scheduled_at: time.nullable(),
      active_until: time.nullable(),
      points: count,
    })
    .nullable(),
})
export type MyExam = z.output<typeof myExam>
