import { z } from 'zod'
import { count, time, uuid } from '../contract/fields.ts'

export const flagType = z.enum(['NOFLAG', 'STATIC', 'DYNAMIC'])

/** A flag as its learner sees it, without its secret. */
export const myFlag = z.object({
  id: uuid,
  lab: z.string(),
  title: z.string(),
  question: z.string(),
  type: flagType,
  points: count,
  /** Points deducted for the hint, now or when it was revealed; null if there is no hint. */
  hint_cost: z.int().nullable(),
  /** The hint, after it was revealed. */
  hint: z.string().nullable(),
  has_walkthrough: z.boolean(),
  solved_at: time.nullable(),
  earned: count,
  wrong_tries: count,
})
export type MyFlag = z.output<typeof myFlag>
export const submitFlagPayload = z.strictObject({ flag: z.string().max(500) })
export const submitExamFlagPayload = z.strictObject({ flag: z.string().max(500) })
export const flagResult = z.object({
  correct: z.boolean(),
  flag: myFlag,
  /** Whether this flag completed its lesson. */
  lesson_completed: z.boolean(),
})
export const labFlagPayload = z.strictObject({
  flag: z.string().trim().min(1, 'Enter the flag that you found').max(500),
})
/** Result of a submission for any flag of a lab, with the flag that it solves, if any. */
export const labFlagResult = flagResult.extend({ flag: myFlag.nullable() })
/** Solution of the flag, for learners who solved it: either a link or a text. */
export const walkthrough = z.object({ url: z.string().nullable(), markdown: z.string().nullable() })
