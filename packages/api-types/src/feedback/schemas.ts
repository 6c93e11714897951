import { z } from 'zod'
import { count, line, listFilter, search, text, time, uuid } from '../contract/fields.ts'

export const questionKind = z.enum(['rating', 'single', 'multiple', 'text', 'recommend'])
export const feedbackAnswerCreate = z.strictObject({
  question_id: uuid,
  rating: z.int().min(1).max(5).optional(),
  choice: line(200).optional(),
  choices: z.array(line(200)).max(50).optional(),
  text: text(5000).optional(),
  score: z.int().min(0).max(10).optional(),
})
export const feedbackFormEdit = z.looseObject({ version: z.int().optional(), title: line(160).optional() })
export const formQuestionsEdit = z.looseObject({ version: z.int(), questions: z.array(z.looseObject({})).max(100) })
export const feedbackFormRow = z.object({
  id: uuid,
  /** By which courses name it. */
  slug: z.string(),
  title: z.string(),
  questions: count,
  courses: count,
  responses: count,
  updated_at: time,
})
export type FeedbackFormRow = z.output<typeof feedbackFormRow>
/** Archived forms are listed only when the filter asks for them. */
export const feedbackFormFilter = listFilter({ q: search.optional(), archived: z.boolean().optional() })
