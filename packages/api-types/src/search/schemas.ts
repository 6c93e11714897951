import { z } from 'zod'
import { count } from '../contract/fields.ts'
import { lessonOpens } from '../notes/schemas.ts'

export const searchQuery = z.strictObject({ q: z.string().trim().min(3, 'Type at least three letters').max(100) })

export const foundKind = z.enum([
  'user',
  'course',
  'lab',
  'exam',
  'bundle',
  'voucher',
  'certificate',
  'order',
  'organisation',
  'aws_account',
  'azure_subscription',
  'gcp_project',
  'deployment',
  'banner',
])
export type FoundKind = z.output<typeof foundKind>

/** A search result; `id` is the parameter of its page. */
export const found = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** Context, if the id is not enough for the page: the buyer of an order. */
  within: z.string().nullable(),
})
export type Found = z.output<typeof found>

/** First results of one kind, and their number: exact, or a lower bound if `capped`. `late` if the search timed out. */
export const searchGroup = z.object({
  kind: foundKind,
  late: z.boolean(),
  rows: z.array(found),
  total: count,
  capped: z.boolean(),
})
export type SearchGroup = z.output<typeof searchGroup>

/** A search result for a learner. Lessons are limited to their open courses, notes to their own. */
export const learningFound = z.object({
  kind: z.enum(['course', 'lesson', 'lab', 'exam', 'note']),
  /** For lessons and notes, the slug of the course. */
  slug: z.string(),
  /** For notes, the matching text. */
  title: z.string(),
  /** Course of a lesson, or lesson of a note. */
  within: z.string().nullable(),
  lesson: z.object({ section: z.string(), lesson: z.string() }).nullable(),
  /** For notes: the position in the video, and how the lesson opens. */
  note: z.object({ position_seconds: count.nullable(), opens: lessonOpens }).nullable(),
})
export type LearningFound = z.output<typeof learningFound>
