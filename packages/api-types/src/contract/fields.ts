import { z } from 'zod'

/** UTC ISO 8601 on the wire; the server may answer with a Date. */
export const time = z.preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime())
export const slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'Use a–z, 0–9 and dashes, up to 64 characters')
export const uuid = z.uuid()
/** Unique ignoring case; look-alikes and zero-width characters do not fit the pattern. */
export const username = z.string().regex(/^[a-z0-9_-]{3,32}$/, 'Use 3 to 32 of a–z, 0–9, dash and underscore')
export const email = z.string().max(254).pipe(z.email('This is not an e-mail address'))
export const password = z.string().min(8, 'Use at least 8 characters').max(256, 'Use at most 256 characters')
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((value) => !/\p{Cc}/u.test(value), 'Leave out line breaks and control characters')
export const text = (most: number) => z.string().max(most)
export const fullName = line(120).min(1, 'Tell us your name')
/** http and https alone: links that users and content give. */
export const link = z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).max(2048)
/** Integer minor units with their currency. */
export const money = z.object({ amount: z.int().min(0), currency: z.string().length(3) })
export type Money = z.output<typeof money>
export const count = z.int().min(0)
export const currency = z.string().length(3)
/** Hour of day. */
export const hour = z.int().min(0).max(23)

/** ra-data-simple-rest's wire: JSON in `filter`, `range` and `sort`. The row's `list` says what may stand inside. */
export const listFields = z.strictObject({
  filter: z.string().max(20_000).optional(),
  range: z.string().max(100).optional(),
  sort: z.string().max(200).optional(),
})

const rowId = z.string().max(64)
const rowIds = z.union([z.array(rowId).max(1000), rowId.transform((id) => [id])]).optional()
/** A list's filter: keys of its own, and `id` for rows that are named, one or many. */
export const listFilter = <const Keys extends z.ZodRawShape>(keys: Keys) => z.strictObject({ id: rowIds, ...keys })
/** The filter of a list that is narrowed by nothing else. */
export const idFilter = listFilter({})
const position = z.int().min(0).max(10_000_000)
/** The first row and the last, from 0. */
export const listRange = z.tuple([position, position])
export const listSort = (sorts: readonly string[]) => z.tuple([z.enum(['id', ...sorts]), z.enum(['ASC', 'DESC'])])
/** What is looked for as part of a row's words. */
export const search = z.string().max(100)

/** Slugs that would hide a call, and usernames that would pass for one. */
export const reserved = [
  'me',
  'flags',
  'check',
  'purchase',
  'purchase_bundle',
  'reset',
  'schedule',
  'complete',
  'create',
  'details',
  'deploy',
  'destroy',
  'extend',
  'generate',
  'resend',
  'get_video_url',
  'update_last_seen',
  'add_extra_data',
] as const
