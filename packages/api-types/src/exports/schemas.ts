import { z } from 'zod'

/** What of a list leaves as a file: what the filter matches, or these rows of it, in the list's own order. */
export const exportAsk = z.strictObject({
  filter: z.string().max(20_000).optional(),
  sort: z.string().max(200).optional(),
  /** What the list's path names: `{ username }` for what one account has. */
  names: z.strictObject({ username: z.string().min(1).max(64).optional() }).optional(),
  ids: z.array(z.string().min(1).max(64)).min(1).max(10_000).optional(),
})
