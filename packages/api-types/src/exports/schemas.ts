import { z } from 'zod'
import { line, slug } from '../contract/fields.ts'

/** Rows that match the filter, or those with the given ids, in list order. */
export const exportAsk = z.strictObject({
  filter: z.string().max(20_000).optional(),
  sort: z.string().max(200).optional(),
  /** Path parameters of the list, such as `{ username }` for the lists of an account. */
  names: z.strictObject({ username: z.string().min(1).max(64).optional(), slug: slug.optional() }).optional(),
  /** Columns in this order, each with its heading. Default: all. `words` maps raw values, such as an order state, to the text shown on screen. */
  columns: z
    .array(
      z.strictObject({
        field: z.string().min(1).max(64),
        head: line(80),
        words: z
          .record(z.string().max(64), line(80))
          .refine((words) => Object.keys(words).length <= 40, 'At most 40 words')
          .optional(),
      }),
    )
    .min(1)
    .max(60)
    .optional(),
  ids: z.array(z.string().min(1).max(64)).min(1).max(10_000).optional(),
})
