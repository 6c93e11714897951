import { z } from 'zod'
import { line, slug } from '../contract/fields.ts'

/** Rows to export: those that match the filter, or the given ids, in the list's order. */
export const exportAsk = z.strictObject({
  filter: z.string().max(20_000).optional(),
  sort: z.string().max(200).optional(),
  /** Parameters of the list's path, such as `{ username }` for the lists of an account. */
  names: z.strictObject({ username: z.string().min(1).max(64).optional(), slug: slug.optional() }).optional(),
  /**
   * The columns, in this order, each with its heading; without this, all of them. `words`: what the screen shows instead of a raw value, such as the
   * state of an order.
   */
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
