import { z } from 'zod'
import { count, uuid } from '../contract/fields.ts'

/** Learner feedback shown on the course page. */
export const courseReviews = z.object({
  /** How likely learners are to recommend the course, from 0 to 10; null while too few have answered (docs/decisions/0049). */
  recommendation: z.object({ mean: z.number(), answers: count }).nullable(),
  /** The latest published texts, quoted with their authors' consent. */
  quotes: z.array(
    z.object({
      id: uuid,
      question: z.string(),
      text: z.string(),
      /** Null: the learner is not named. */
      name: z.string().nullable(),
    }),
  ),
})
export type CourseReviews = z.output<typeof courseReviews>
