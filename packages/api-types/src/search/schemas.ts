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
  /** The page's context when the id alone is not enough: an order's buyer. */
  within: z.string().nullable(),
})
export type Found = z.output<typeof found>

/**
 * The first results of one kind, and how many there are: exactly, or `capped` when there are even more. `late` when the search for it took
 * too long and was stopped.
 */
export const searchGroup = z.object({
  kind: foundKind,
  late: z.boolean(),
  rows: z.array(found),
  total: count,
  capped: z.boolean(),
})
export type SearchGroup = z.output<typeof searchGroup>

/** What a learner may go to. Lessons are those of open courses of theirs, notes their own. */
export const learningFound = z.object({
  kind: z.enum(['course', 'lesson', 'lab', 'exam', 'note']),
  /** Of a lesson and of a note, that of its course. */
  slug: z.string(),
  /** Of a note, the words that were found. */
  title: z.string(),
  /** The course of a lesson, the lesson of a note. */
  within: z.string().nullable(),
  lesson: z.object({ section: z.string(), lesson: z.string() }).nullable(),
  /** Of a note: its second of the film, and how its lesson opens. */
  note: z.object({ position_seconds: count.nullable(), opens: lessonOpens }).nullable(),
})
export type LearningFound = z.output<typeof learningFound>
