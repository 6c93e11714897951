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
  hint: z.string().nullable(),
  has_walkthrough: z.boolean(),
  solved_at: time.nullable(),
  earned: count,
  wrong_tries: count,
})
export type MyFlag = z.output<typeof myFlag>
