import { z } from 'zod'

export const searchQuery = z.strictObject({ q: z.string().trim().min(3, 'Type three letters at least').max(100) })

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

/** What was found, by what its page is called with. */
export const found = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** Where it belongs, when its id alone does not say: an order's buyer, an account's cloud. */
  within: z.string().nullable(),
})
export type Found = z.output<typeof found>

/** One source of the search; `late` when it took too long and was left out. */
export const searchGroup = z.object({ kind: foundKind, late: z.boolean(), rows: z.array(found) })
export type SearchGroup = z.output<typeof searchGroup>
