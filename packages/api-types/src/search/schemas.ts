import { z } from 'zod'

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
  'cloud_account',
  'banner',
])
export type FoundKind = z.output<typeof foundKind>

/** A search result; `id` is the parameter of its page. */
export const found = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** The page's context when the id alone is not enough: an order's buyer, an account's cloud. */
  within: z.string().nullable(),
})
export type Found = z.output<typeof found>

/** Results of one kind; `late` when the search for it took too long and was stopped. */
export const searchGroup = z.object({ kind: foundKind, late: z.boolean(), rows: z.array(found) })
export type SearchGroup = z.output<typeof searchGroup>
